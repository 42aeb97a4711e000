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
import { type Act, created, ofDispute, ofDue, ofInvoice, ofPayment } from './activity-of-money.ts';
import type { Community } from './community.ts';

const DAYS = 45;

const DEVICES = ['Chrome on Windows', 'Safari on iPhone', 'Chrome on Android', 'Safari on macOS', 'Edge on Windows'];

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
