import type { ActivityKind, Changes } from '../../schema/activity.ts';
import type { HistoryEntry } from '../../schema/history.ts';
import { plainText } from '../../schema/rich-text.ts';
import { activity } from '../../schema/tables/activity.ts';
import { type Announcement, announcements } from '../../schema/tables/announcements.ts';
import { type Dispute, disputes } from '../../schema/tables/disputes.ts';
import { type Document, documents } from '../../schema/tables/documents.ts';
import { type Due, dues } from '../../schema/tables/dues.ts';
import { type Invoice, invoices, type Payment, payments } from '../../schema/tables/invoices.ts';
import { type Request, type RequestComment, request_comments, requests } from '../../schema/tables/requests.ts';
import type { User } from '../../schema/tables/users.ts';
import {
  type Violation,
  type ViolationMessage,
  violation_messages,
  violations,
} from '../../schema/tables/violations.ts';
import type { ActivityName } from '../../sync/server/activity.ts';
import type { Community } from './community.ts';

const DAYS = 45;
const DEVICES = ['Chrome on Windows', 'Safari on iPhone', 'Chrome on Android', 'Safari on macOS', 'Edge on Windows'];

type Act = {
  at: string;
  action: ActivityName;
  by: string | null;
  entity: ActivityKind;
  entity_id: string;
  title: string;
  changes: Changes;
};

/** The activity about the other rows in the last weeks. It comes last. */
export const addActivity = (community: Community): void => {
  const { rows, hoa_id, clock, id, people } = community;
  const since = new Date(clock.now.getTime() - DAYS * 86_400_000).toISOString();
  const byId = new Map([...people.values()].map((user) => [user.id, user]));
  const acts = actsOf(community).filter(({ at }) => at >= since);
  acts.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  acts.forEach(({ by, ...act }, at) => {
    const actor = by === null ? undefined : byId.get(by);
    rows.add(activity, {
      ...act,
      id: id(`activity/${at}`),
      hoa_id,
      seq: at + 1,
      actor_id: actor?.id ?? null,
      actor_name: actor ? actor.name || actor.email : null,
      actor_role: actor?.role ?? null,
      device: actor ? community.random(`device/${actor.id}`).pick(DEVICES) : null,
      sign_in: null,
      client: null,
    });
  });
};

const actsOf = (community: Community): Act[] => {
  const all = <Row>(table: Parameters<typeof community.rows.rowsOf>[0]) =>
    community.rows.rowsOf(table).filter(({ hoa_id }) => hoa_id === community.hoa_id) as Row[];
  const [filed, issued] = [all<Request>(requests), all<Violation>(violations)];
  const billed = all<Invoice>(invoices);
  const requestTitles = new Map(filed.map(({ id, title }) => [id, title]));
  const violationTitles = new Map(issued.map(({ id, title }) => [id, title]));
  const invoiceTitles = new Map(billed.map(({ id, title }) => [id, title]));
  return [
    ...filed.flatMap(ofRequest),
    ...all<RequestComment>(request_comments).map((comment) => ofComment(comment, requestTitles)),
    ...issued.flatMap(ofViolation),
    ...all<ViolationMessage>(violation_messages).map((message) => ofMessage(message, violationTitles)),
    ...all<Announcement>(announcements).flatMap(ofAnnouncement),
    ...all<Document>(documents).map(ofDocument),
    ...all<Due>(dues).map(ofDue),
    ...billed.map(ofInvoice),
    ...all<Payment>(payments).flatMap((payment) => ofPayment(payment, invoiceTitles)),
    ...all<Dispute>(disputes).flatMap((dispute) => ofDispute(dispute, invoiceTitles)),
    ...[...community.people.values()].flatMap((user) => ofUser(user, community.person('superadmin').id)),
  ];
};

const created = (fields: Record<string, string | number | boolean | null>): Changes =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== null && value !== false && value !== '')
      .map(([field, value]) => [field, typeof value === 'string' && value.length > 120 ? null : [null, value]]),
  );

const ofRequest = ({ id, user_id, title, category, description, created_at, history }: Request): Act[] => [
  {
    at: created_at,
    action: 'createRequest',
    by: user_id,
    entity: 'request',
    entity_id: id,
    title,
    changes: created({ title, description: plainText(description), category, status: 'open' }),
  },
  ...ofHistory(history, 'updateRequest', { entity: 'request', entity_id: id, title }),
];

/** Each entry after the first one says which status was set. */
const ofHistory = (
  history: HistoryEntry[],
  action: ActivityName,
  about: Pick<Act, 'entity' | 'entity_id' | 'title'>,
): Act[] => {
  let status = 'open';
  return history.slice(1).map(({ action: words, user_id, timestamp }) => {
    const [before, after] = [status, words.replace(/^Set /, '').replaceAll(' ', '_')];
    status = after;
    return { at: timestamp, action, by: user_id ?? null, ...about, changes: { status: [before, after] } };
  });
};

const ofComment = (comment: RequestComment, titles: Map<string, string>): Act => ({
  at: comment.created_at,
  action: 'addRequestComment',
  by: comment.user_id,
  entity: 'request',
  entity_id: comment.request_id,
  title: titles.get(comment.request_id) ?? '',
  changes: created({ 'comment.message': plainText(comment.message), 'comment.is_public': comment.is_public }),
});

const ofViolation = ({ id, title, category, user_id, due_date, issued_by, created_at, history }: Violation): Act[] => [
  {
    at: created_at,
    action: 'createViolation',
    by: issued_by,
    entity: 'violation',
    entity_id: id,
    title,
    changes: created({ user_id, category, title, due_date, status: 'open' }),
  },
  ...ofHistory(history, 'setViolationStatus', { entity: 'violation', entity_id: id, title }),
];

const ofMessage = (message: ViolationMessage, titles: Map<string, string>): Act => ({
  at: message.sent_at,
  action: 'addViolationMessage',
  by: message.sender_id,
  entity: 'violation',
  entity_id: message.violation_id,
  title: titles.get(message.violation_id) ?? '',
  changes: created({ 'message.message': plainText(message.message), 'message.is_internal': message.is_internal }),
});

const ofAnnouncement = (announcement: Announcement): Act[] => {
  const { id, title, category, audience_type, created_by, created_at, sent_at, status } = announcement;
  const about = { by: created_by, entity: 'announcement', entity_id: id, title } as const;
  return [
    {
      ...about,
      at: created_at,
      action: 'createAnnouncement',
      changes: created({ title, category, status: 'draft', audience_type }),
    },
    ...(sent_at
      ? [{ ...about, at: sent_at, action: 'sendAnnouncement', changes: { status: ['draft', status] } } as Act]
      : []),
  ];
};

const ofDocument = ({ id, title, category, is_public, uploaded_by, created_at }: Document): Act => ({
  at: created_at,
  action: 'createDocument',
  by: uploaded_by,
  entity: 'document',
  entity_id: id,
  title,
  changes: created({ title, category, is_public }),
});

const ofDue = ({ id, title, frequency, amount_cents, reason, created_by, created_at }: Due): Act => ({
  at: created_at,
  action: 'createDue',
  by: created_by,
  entity: 'due',
  entity_id: id,
  title,
  changes: created({ title, frequency, amount_cents, reason, status: 'active' }),
});

const ofInvoice = ({ id, title, recipient_id, amount_cents, due_date, sent }: Invoice): Act => ({
  at: sent,
  action: 'issueInvoices',
  by: null,
  entity: 'invoice',
  entity_id: id,
  title,
  changes: created({ recipient_id, amount_cents, status: 'pending', due_date }),
});

const ofPayment = (payment: Payment, titles: Map<string, string>): Act[] => {
  const { invoice_id, kind, amount_cents, status, method, recorded_by, created_at } = payment;
  if (invoice_id === null || kind === 'credit') return [];
  return [
    {
      at: created_at,
      action: kind === 'outside' ? 'setInvoiceStatus' : 'recordPayment',
      by: recorded_by,
      entity: 'invoice',
      entity_id: invoice_id,
      title: titles.get(invoice_id) ?? '',
      changes: {
        ...(status === 'succeeded' && kind !== 'refund' && { status: ['pending', 'paid'] }),
        ...created({
          'payment.kind': kind,
          'payment.amount_cents': amount_cents,
          'payment.status': status,
          'payment.method': method,
        }),
      },
    },
  ];
};

const ofDispute = (dispute: Dispute, titles: Map<string, string>): Act[] => {
  const { invoice_id, amount_cents, reason, status, opened_at, closed_at } = dispute;
  if (invoice_id === null) return [];
  const about = { action: 'recordPayment', by: null, entity: 'invoice', entity_id: invoice_id } as const;
  const title = titles.get(invoice_id) ?? '';
  const opened = created({
    'dispute.amount_cents': amount_cents,
    'dispute.withdrawn_cents': amount_cents,
    'dispute.reason': reason,
    'dispute.status': 'needs_response',
  });
  const closed: Changes = { 'dispute.status': ['needs_response', status] };
  if (status === 'won')
    Object.assign(closed, { status: ['pending', 'paid'], 'dispute.withdrawn_cents': [amount_cents, 0] });
  return [
    { ...about, at: opened_at, title, changes: { status: ['paid', 'pending'], ...opened } },
    ...(closed_at ? [{ ...about, at: closed_at, title, changes: closed }] : []),
  ];
};

const ofUser = ({ id, name, email, role, status, created_at, last_login }: User, inviter: string): Act[] => {
  const about = { entity: 'user', entity_id: id, title: name || email } as const;
  return [
    ...(id === inviter
      ? []
      : [
          {
            ...about,
            at: created_at,
            action: 'inviteUser',
            by: inviter,
            changes: created({ email, role, status: 'invited' }),
          } as Act,
        ]),
    ...(last_login && status === 'active'
      ? [{ ...about, at: last_login, action: 'signIn', by: id, changes: {} } as Act]
      : []),
  ];
};
