import { useMemo } from 'react';
import { bodyOf, type FactData, type LinkedRecord } from '../../schema/meetings.ts';
import type { Meeting, MeetingFact } from '../../schema/tables/meetings.ts';
import { statusOf } from '../../sync/invoices.ts';
import { headsOf } from '../../sync/meetings/heads.ts';
import { OPEN_STATUSES } from '../../sync/requests.ts';
import { usePeople } from '../screens/people.tsx';
import { useRows } from '../store.ts';
import { useHoaToday } from '../today.ts';
import { formatDate, formatLabel, formatMoney, formatPlural } from '../ui/format.ts';
import { useAgenda } from './model.ts';

export type RecordToAdd = { record: LinkedRecord; title: string; about: string; executive: boolean };
export const GROUPS = {
  request: 'Requests',
  violation: 'Violations',
  account: 'Overdue accounts',
  meeting: 'Minutes to approve',
  actionItem: 'Open action items',
  motion: 'Postponed or referred',
} as const satisfies Record<LinkedRecord['entity'], string>;

const OPEN_VIOLATIONS = ['open', 'under_review', 'escalated'];

/** Records that await the board and are not on the meeting's agenda, by kind. */
export const useRecordsToAdd = (meeting: Meeting): readonly RecordToAdd[] => {
  const items = useAgenda(meeting.id);
  const all = [
    useRequests(),
    useViolations(),
    useOverdueAccounts(),
    useUnapproved(meeting),
    useOpenActions(meeting),
    usePutOff(meeting),
  ].flat();
  const taken = new Set(items.flatMap(({ record, removed_at }) => (record && !removed_at ? [keyOf(record)] : [])));
  return all.filter(({ record }) => !taken.has(keyOf(record)));
};

export const keyOf = ({ entity, id }: LinkedRecord): string => `${entity}/${id}`;

const useRequests = (): RecordToAdd[] => {
  const rows = useRows('request');
  const people = usePeople();
  return useMemo(
    () =>
      rows.all
        .filter(({ status }) => OPEN_STATUSES.includes(status))
        .map(({ id, title, category, status, user_id }) => ({
          record: { entity: 'request' as const, id },
          title,
          about: [category === 'Modification' ? 'Architectural' : category, formatLabel(status), people.name(user_id)]
            .filter(Boolean)
            .join(' · '),
          executive: false,
        })),
    [rows, people],
  );
};

const useViolations = (): RecordToAdd[] => {
  const rows = useRows('violation');
  const people = usePeople();
  return useMemo(
    () =>
      rows.all
        .filter(({ status }) => OPEN_VIOLATIONS.includes(status))
        .map(({ id, title, status, user_id }) => ({
          record: { entity: 'violation' as const, id },
          title,
          about: [formatLabel(status), people.name(user_id)].filter(Boolean).join(' · '),
          executive: true,
        })),
    [rows, people],
  );
};

const useOverdueAccounts = (): RecordToAdd[] => {
  const invoices = useRows('invoice');
  const accounts = useRows('account');
  const people = usePeople();
  const today = useHoaToday();
  return useMemo(() => {
    const overdue = invoices.by('status', 'pending').filter((invoice) => statusOf(invoice, today) === 'overdue');
    return [...Map.groupBy(overdue, ({ account_id }) => account_id)].flatMap(([id, owed]) => {
      const account = id ? accounts.get(id) : undefined;
      if (!account) return [];
      const cents = owed.reduce((sum, { amount_cents, paid_cents }) => sum + amount_cents - paid_cents, 0);
      const holders = account.holder_ids.map(people.name).filter(Boolean).join(', ');
      return {
        record: { entity: 'account' as const, id: account.id },
        title: holders || people.address(account) || 'Account',
        about: `${formatMoney(cents)} in ${formatPlural(owed.length, 'overdue invoice')}`,
        executive: true,
      };
    });
  }, [invoices, accounts, people, today]);
};

const useUnapproved = ({ id, kind, starts_at }: Meeting): RecordToAdd[] => {
  const meetings = useRows('meeting');
  return useMemo(
    () =>
      meetings.all
        .filter((other) => other.id !== id && bodyOf(other.kind) === bodyOf(kind) && other.starts_at < starts_at)
        .filter(({ adjourned_at, minutes_status }) => adjourned_at && !APPROVED.includes(minutes_status))
        .map((other) => ({
          record: { entity: 'meeting' as const, id: other.id },
          title: `Minutes of ${formatDate(other.starts_at)}`,
          about: other.title,
          executive: false,
        })),
    [meetings, id, kind, starts_at],
  );
};
const APPROVED = ['approved', 'published'];

const useOpenActions = ({ id }: Meeting): RecordToAdd[] => {
  const rows = useRows('actionItem');
  return useMemo(
    () =>
      rows.all
        .filter(({ status, meeting_id }) => status === 'open' && meeting_id !== id)
        .map((action) => ({
          record: { entity: 'actionItem' as const, id: action.id },
          title: action.title,
          about: [action.owner_name, action.due_on && `by ${formatDate(action.due_on)}`].filter(Boolean).join(' '),
          executive: action.executive,
        })),
    [rows, id],
  );
};

type Result = MeetingFact & { data: FactData['result'] };
const isPutOff = (fact: MeetingFact): fact is Result =>
  fact.kind === 'result' && ['postponed', 'referred'].includes((fact as Result).data.outcome);

/** Motions whose standing result puts them off. */
const usePutOff = ({ id }: Meeting): RecordToAdd[] => {
  const facts = useRows('meetingFact');
  const motions = useRows('motion');
  const items = useRows('agendaItem');
  return useMemo(() => {
    const results = facts.all.filter(isPutOff).filter(({ meeting_id }) => meeting_id !== id);
    return results.flatMap((fact) => {
      const motion = motions.get(fact.subject);
      const standing = headsOf(facts.by('meeting_id', fact.meeting_id)).some((head) => head.id === fact.id);
      if (!motion || !standing) return [];
      const { outcome, to } = fact.data;
      return {
        record: { entity: 'motion' as const, id: motion.id },
        title: items.get(motion.item_id)?.title ?? `Motion ${motion.number}`,
        about: `Motion ${motion.number}, ${outcome}${to ? ` to ${to}` : ''}`,
        executive: motion.executive,
      };
    });
  }, [facts, motions, items, id]);
};
