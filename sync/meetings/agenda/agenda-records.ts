import { bodyOf, type LinkedRecord } from '../../../schema/meetings.ts';
import type { Account } from '../../../schema/tables/accounts.ts';
import type { Invoice } from '../../../schema/tables/invoices.ts';
import type { AgendaItem, Meeting, MeetingFact, Motion } from '../../../schema/tables/meetings.ts';
import type { ActionItem } from '../../../schema/tables/minutes.ts';
import type { Request } from '../../../schema/tables/requests.ts';
import type { User } from '../../../schema/tables/users.ts';
import type { Violation } from '../../../schema/tables/violations.ts';
import type { ViolationStatus } from '../../../schema/violations.ts';
import { remainingOf, statusOf } from '../../invoices/entity.ts';
import { OPEN_STATUSES } from '../../requests/entity.ts';
import { nameOf } from '../../users/entity.ts';
import { dayInWords, labelInWords, listInWords, moneyInWords } from '../../words.ts';
import type { FactOf } from '../books.ts';
import { indexed } from '../facts/fact-index.ts';
import { ofKind } from '../facts/heads.ts';
import { isExecutiveByDefault } from './agenda.ts';
import { categoryLabel, minutesTitle } from './linked-records.ts';

type Held = Pick<Meeting, 'id' | 'kind' | 'status' | 'starts_at' | 'adjourned_at' | 'minutes_status'>;
type Open = Pick<ActionItem, 'id' | 'title' | 'owner_name' | 'due_on' | 'meeting_id' | 'status'>;

/** Rows of the HOA, as a device of the board holds them. */
type AgendaSources = {
  requests: readonly Pick<Request, 'id' | 'title' | 'category' | 'status'>[];
  violations: readonly Pick<Violation, 'id' | 'title' | 'category' | 'status'>[];
  invoices: readonly Pick<Invoice, 'account_id' | 'status' | 'due_date' | 'amount_cents' | 'paid_cents'>[];
  accounts: readonly Pick<Account, 'id' | 'holder_ids'>[];
  users: readonly Pick<User, 'id' | 'name' | 'email'>[];
  meetings: readonly Held[];
  actionItems: readonly Open[];
  motions: readonly Pick<Motion, 'id' | 'item_id' | 'number' | 'meeting_id'>[];
  items: readonly Pick<AgendaItem, 'id' | 'meeting_id' | 'title' | 'record' | 'removed_at'>[];
  facts: readonly MeetingFact[];
};

export type RecordToAdd = { record: LinkedRecord; title: string; detail: string; executive: boolean };
const RECORD_GROUPS = ['requests', 'violations', 'accounts', 'minutes', 'actions', 'postponed'] as const;
export type RecordGroup = { group: (typeof RECORD_GROUPS)[number]; label: string; records: RecordToAdd[] };

const LABELS: Record<RecordGroup['group'], string> = {
  requests: 'Open requests',
  violations: 'Open violations',
  accounts: 'Overdue accounts',
  minutes: 'Minutes to approve',
  actions: 'Open action items',
  postponed: 'Postponed or referred',
};

type For = {
  meeting: Pick<Meeting, 'id' | 'kind' | 'starts_at'>;
  today: string;
  hoa?: { time_zone: string } | undefined;
};

/** The records that may be put on the agenda of the meeting, by group, without those that are on it. `today` is a calendar date. */
export const recordsToAdd = (sources: AgendaSources, { meeting, today, hoa }: For): RecordGroup[] => {
  const found: Record<RecordGroup['group'], Omit<RecordToAdd, 'executive'>[]> = {
    requests: requestsOf(sources),
    violations: violationsOf(sources),
    accounts: overdueAccountsOf(sources, today),
    minutes: minutesBefore(sources, meeting, hoa),
    actions: unfinishedBusiness(meeting, sources.actionItems, sources.meetings).map(actionRecord),
    postponed: putOffBefore(sources, meeting),
  };
  const listed = new Set(
    sources.items
      .filter(({ meeting_id, removed_at }) => meeting_id === meeting.id && !removed_at)
      .map(({ record }) => keyOf(record)),
  );
  return RECORD_GROUPS.map((group) => ({
    group,
    label: LABELS[group],
    records: found[group]
      .filter(({ record }) => !listed.has(keyOf(record)))
      .map((one) => ({ ...one, executive: isExecutiveByDefault(one.record) })),
  }));
};

const keyOf = (record: LinkedRecord | null): string => (record ? `${record.entity}/${record.id}` : '');

const requestsOf = ({ requests }: AgendaSources) =>
  requests
    .filter(({ status }) => OPEN_STATUSES.includes(status))
    .map(({ id, title, category, status }) => ({
      record: { entity: 'request' as const, id },
      title: `${categoryLabel(category)}: ${title}`,
      detail: labelInWords(status),
    }));

const UNSETTLED: readonly ViolationStatus[] = ['open', 'under_review', 'escalated'];

const violationsOf = ({ violations }: AgendaSources) =>
  violations
    .filter(({ status }) => UNSETTLED.includes(status))
    .map(({ id, title, category, status }) => ({
      record: { entity: 'violation' as const, id },
      title: `Violation: ${title}`,
      detail: `${category}, ${labelInWords(status).toLowerCase()}`,
    }));

const overdueAccountsOf = ({ invoices, accounts, users }: AgendaSources, today: string) => {
  const overdue = Map.groupBy(
    invoices.filter((invoice) => statusOf(invoice, today) === 'overdue'),
    ({ account_id }) => account_id,
  );
  const nameById = new Map(users.map((user) => [user.id, nameOf(user)]));
  return accounts.flatMap(({ id, holder_ids }) => {
    const of = overdue.get(id);
    if (!of) return [];
    const cents = of.reduce((sum, invoice) => sum + remainingOf(invoice), 0);
    const names = listInWords(holder_ids.flatMap((holder) => nameById.get(holder) ?? []));
    const detail = `${of.length} overdue ${of.length === 1 ? 'invoice' : 'invoices'}, ${moneyInWords(cents)}`;
    return [{ record: { entity: 'account' as const, id }, title: `Overdue account: ${names}`, detail }];
  });
};

const isBefore = (one: Held, { id, kind, starts_at }: For['meeting']): boolean =>
  one.id !== id && bodyOf(one.kind) === bodyOf(kind) && one.status === 'scheduled' && one.starts_at < starts_at;

/** Meetings of the same body that were held, newest first. */
const minutesBefore = ({ meetings }: AgendaSources, meeting: For['meeting'], hoa: For['hoa']) =>
  meetings
    .filter((one) => isBefore(one, meeting) && one.adjourned_at && !APPROVED.includes(one.minutes_status))
    .sort((a, b) => (a.starts_at < b.starts_at ? 1 : -1))
    .map(({ id, starts_at, minutes_status }) => ({
      record: { entity: 'meeting' as const, id },
      title: minutesTitle(starts_at, hoa),
      detail: minutes_status === 'none' ? 'Not written yet' : labelInWords(minutes_status),
    }));

const APPROVED: readonly Meeting['minutes_status'][] = ['approved', 'published'];

/** Open action items of earlier meetings of the same body, and for the board of none: they stand under unfinished business by
 * themselves. By due date, those without one last. */
const unfinishedBusiness = <Item extends Open>(
  meeting: For['meeting'],
  actionItems: readonly Item[],
  meetings: readonly Held[],
): Item[] => {
  const earlier = new Set(meetings.filter((one) => isBefore(one, meeting)).map(({ id }) => id));
  const isOurs = ({ meeting_id }: Open) =>
    meeting_id === null ? bodyOf(meeting.kind) === 'board' : earlier.has(meeting_id);
  const keys = (item: Open) => `${item.due_on ?? '9999'}${item.id}`;
  return actionItems
    .filter((item) => item.status === 'open' && isOurs(item))
    .sort((a, b) => (keys(a) < keys(b) ? -1 : 1));
};

const actionRecord = ({ id, title, owner_name, due_on }: Open) => ({
  record: { entity: 'actionItem' as const, id },
  title,
  detail: due_on ? `${owner_name}, due ${dayInWords(due_on)}` : owner_name,
});

/** Motions whose last result put them off, and that no agenda has taken up since. */
const putOffBefore = (sources: AgendaSources, meeting: For['meeting']) => {
  const { motions, meetings, items, facts } = sources;
  const earlier = new Set(meetings.filter((one) => isBefore(one, meeting)).map(({ id }) => id));
  const ends = facts.filter(({ kind }) => kind === 'result' || kind === 'voided');
  const results = new Map(ofKind(indexed(ends), 'result').map((result) => [result.subject, result] as const));
  const takenUp = new Set(items.filter(({ removed_at }) => !removed_at).map(({ record }) => keyOf(record)));
  const itemById = new Map(items.map((item) => [item.id, item]));
  return motions.flatMap(({ id, item_id, number, meeting_id }) => {
    const result = results.get(id);
    if (!result || !isPutOff(result) || !earlier.has(meeting_id) || takenUp.has(`motion/${id}`)) return [];
    const { outcome, to } = result.data;
    return [
      {
        record: { entity: 'motion' as const, id },
        title: itemById.get(item_id)?.title ?? `Motion ${number}`,
        detail: `${labelInWords(outcome)}${to ? ` to ${to}` : ''}, Motion ${number}`,
      },
    ];
  });
};

const isPutOff = ({ data }: FactOf<'result'>): boolean => data.outcome === 'postponed' || data.outcome === 'referred';
