import { daysBefore } from '../../schema/dates.ts';
import { plainText } from '../../schema/rich-text.ts';
import type { Address } from '../../schema/tables/addresses.ts';
import type { Announcement } from '../../schema/tables/announcements.ts';
import type { Document } from '../../schema/tables/documents.ts';
import type { Invoice } from '../../schema/tables/invoices.ts';
import type { Request } from '../../schema/tables/requests.ts';
import type { User } from '../../schema/tables/users.ts';
import * as addresses from '../addresses/entity.ts';
import { outstanding } from '../invoices/entity.ts';
import { tally } from '../list.ts';
import { OPEN_STATUSES } from '../requests/entity.ts';

export const METRIC_DAYS = 30;
export const ACTIVITY_DAYS = 7;
export const ACTIVITY_LIMIT = 10;

type Metric = {
  title: string;
  value: number;
  change: number;
  changeType: 'increase' | 'decrease' | 'neutral';
  icon: string;
};

/** The server may omit rows that no figure counts, and then passes `documentTotal`. */
export type MetricRows = {
  requests: readonly Pick<Request, 'status' | 'created_at'>[];
  announcements: readonly Pick<Announcement, 'status' | 'created_at' | 'sent_at'>[];
  documents: readonly Pick<Document, 'created_at'>[];
  documentTotal?: number;
};

export const metrics = ({ requests, announcements, documents, documentTotal }: MetricRows, now: Date) => {
  const sent = sentOf(announcements);
  return {
    maintenanceRequests: metric('Maintenance Requests', 'wrench', requests.filter(isOpen).length, requests, now),
    announcements: metric('Announcements', 'megaphone', additions(sent, now).recent, sent, now),
    documents: metric('Documents', 'file-text', documentTotal ?? documents.length, documents, now),
  };
};

/** Announcements count from when they are sent; what is not sent yet does not. */
export const sentOf = (announcements: MetricRows['announcements']): { created_at: string }[] =>
  announcements.flatMap(({ status, sent_at }) => (status === 'sent' && sent_at ? [{ created_at: sent_at }] : []));

const isOpen = ({ status }: Pick<Request, 'status'>) => OPEN_STATUSES.includes(status);

export const additions = (made: readonly { created_at: string }[], now: Date) => {
  const [since, before] = [daysBefore(now, METRIC_DAYS), daysBefore(now, 2 * METRIC_DAYS)];
  return {
    recent: made.filter(({ created_at }) => created_at > since).length,
    earlier: made.filter(({ created_at }) => created_at > before && created_at <= since).length,
  };
};

const metric = (
  title: string,
  icon: string,
  value: number,
  made: readonly { created_at: string }[],
  now: Date,
): Metric => {
  const { recent, earlier } = additions(made, now);
  const change = recent - earlier;
  return { title, value, change, changeType: change > 0 ? 'increase' : change < 0 ? 'decrease' : 'neutral', icon };
};

export type Activity = {
  id: string;
  type: 'announcement' | 'request' | 'document';
  title: string;
  description: string;
  time: string;
};

export type ActivityRows = {
  requests: readonly Pick<Request, 'id' | 'title' | 'description' | 'created_at'>[];
  announcements: readonly Pick<Announcement, 'id' | 'title' | 'message' | 'status' | 'sent_at'>[];
  documents: readonly Pick<Document, 'id' | 'title' | 'category' | 'created_at'>[];
};

export const recentActivity = ({ requests, announcements, documents }: ActivityRows, now: Date): Activity[] => {
  const since = daysBefore(now, ACTIVITY_DAYS);
  const acts = [
    ...announcements.flatMap(({ id, title, message, status, sent_at }) =>
      status === 'sent' && sent_at ? [{ id, type: 'announcement' as const, title, text: message, time: sent_at }] : [],
    ),
    ...requests.map(({ id, title, description, created_at }) => ({
      id,
      type: 'request' as const,
      title,
      text: description,
      time: created_at,
    })),
    ...documents.map(({ id, title, category, created_at }) => ({
      id,
      type: 'document' as const,
      title,
      text: category,
      time: created_at,
    })),
  ];
  return acts
    .filter(({ time }) => time > since)
    .sort((a, b) => (a.time === b.time ? (a.id < b.id ? 1 : -1) : a.time < b.time ? 1 : -1))
    .slice(0, ACTIVITY_LIMIT)
    .map(({ text, ...item }) => ({ ...item, description: excerpt(plainText(text)) }));
};

const EXCERPT_LENGTH = 140;
const excerpt = (text: string) =>
  text.length > EXCERPT_LENGTH ? `${text.slice(0, EXCERPT_LENGTH - 1).trimEnd()}…` : text;

type CommunityRows = {
  addresses: readonly Pick<Address, 'resident_ids'>[];
  users: readonly Pick<User, 'role' | 'status' | 'deleted_at'>[];
  invoices: readonly Pick<Invoice, 'status' | 'amount_cents'>[];
};

export const communityInfo = ({ addresses: places, users, invoices }: CommunityRows) => {
  const { totalAddresses, occupied } = tally(addresses.figures, places);
  const isBoard = ({ role, status, deleted_at }: CommunityRows['users'][number]) =>
    role === 'board' && status === 'active' && !deleted_at;
  return {
    units: totalAddresses,
    occupied,
    boardMembers: users.filter(isBoard).length,
    outstanding_cents: outstanding(invoices),
  };
};
