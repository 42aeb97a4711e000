import { bodyOf } from '../../../schema/meetings.ts';
import type { Account } from '../../../schema/tables/accounts.ts';
import type { Address } from '../../../schema/tables/addresses.ts';
import type { Announcement, AnnouncementRead, AnnouncementRecipients } from '../../../schema/tables/announcements.ts';
import type { Meeting, MeetingFact } from '../../../schema/tables/meetings.ts';
import type { User } from '../../../schema/tables/users.ts';
import type { RollUnit } from '../../../schema/tables/voters.ts';
import { isReachable } from '../../announcements/entity.ts';
import { toDeliveries } from '../../announcements/recipients.ts';
import { isStaff } from '../../roles.ts';
import { nameOf } from '../../users/entity.ts';
import type { FactOf } from '../books.ts';

export const ROLL_MISSING = 'Freeze the roll first: the notice goes to its voters.';

const HOUR_MS = 3_600_000;
const SOON_MS = 48 * HOUR_MS;
const DAY_MS = 24 * HOUR_MS;

type Timed = Pick<Meeting, 'starts_at' | 'rules'>;

/** When the notice must have been sent at the latest (ISO 8601); null without a lead time. */
export const noticeDue = ({ starts_at, rules }: Timed): string | null =>
  rules?.notice_hours ? new Date(Date.parse(starts_at) - rules.notice_hours * HOUR_MS).toISOString() : null;

/** Before when it would be too early; null mostly. */
export const noticeFrom = ({ starts_at, rules }: Timed): string | null =>
  rules?.longest_notice_days
    ? new Date(Date.parse(starts_at) - rules.longest_notice_days * DAY_MS).toISOString()
    : null;

/** The data that a notice announces: a change of it asks for a new notice. */
export const noticeOf = ({ starts_at, place, remote_link }: Pick<Meeting, 'starts_at' | 'place' | 'remote_link'>) =>
  `${starts_at} ${place} ${remote_link}`;

type Sent = Pick<Announcement, 'status' | 'sent_at' | 'sending_since'>;
type Noticed = Timed &
  Pick<Meeting, 'status' | 'place' | 'remote_link' | 'notice_announcement_id' | 'notice_of' | 'adjourned_at'>;

export type NoticeState =
  | 'not_due'
  | 'soon'
  | 'overdue'
  | 'waiting'
  | 'sending'
  | 'failed'
  | 'sent'
  | 'late'
  | 'outdated'
  | 'canceled';

/** Where the notice stands at `now` (ms). `soon` is the last 48 hours before it is due, `outdated` after a change of time or place,
 * `waiting` while the announcement has not reached the device. */
export const noticeState = (meeting: Noticed, announcement: Sent | undefined, now: number): NoticeState => {
  if (meeting.status === 'canceled') return 'canceled';
  if (meeting.notice_announcement_id === null) return stateUnsent(meeting, now);
  if (meeting.notice_of !== noticeOf(meeting)) return 'outdated';
  if (!announcement) return 'waiting';
  if (announcement.status === 'failed') return 'failed';
  if (announcement.sent_at === null) return 'sending';
  return isLate(meeting, announcement.sent_at) ? 'late' : 'sent';
};

const stateUnsent = (meeting: Timed, now: number): NoticeState => {
  const due = noticeDue(meeting) ?? meeting.starts_at;
  if (now > Date.parse(due)) return 'overdue';
  return now > Date.parse(due) - SOON_MS ? 'soon' : 'not_due';
};

const isLate = (meeting: Timed, sent_at: string): boolean => {
  const due = noticeDue(meeting);
  return due !== null && sent_at > due;
};

/** Whole hours between the sending and the start. */
export const hoursBefore = ({ starts_at }: Pick<Meeting, 'starts_at'>, sent_at: string): number =>
  Math.max(0, Math.floor((Date.parse(starts_at) - Date.parse(sent_at)) / HOUR_MS));

/** The line of the minutes about a late notice; null where it was in time or has not been sent. */
export const lateness = (
  meeting: Timed & Pick<Meeting, 'notice_reason'>,
  announcement: Pick<Announcement, 'sent_at'> | undefined,
): string | null => {
  const sent_at = announcement?.sent_at;
  if (!sent_at || !isLate(meeting, sent_at)) return null;
  return `${noticeInWords(meeting, sent_at)}: ${meeting.notice_reason ?? 'no reason given'}`;
};

/** "Notice was sent 96 hours before the meeting" */
export const noticeInWords = (meeting: Pick<Meeting, 'starts_at'>, sent_at: string): string =>
  `Notice was sent ${hoursBefore(meeting, sent_at)} hours before the meeting`;

/** A unit of the roll or, at a board meeting, a home whose residents are notified. */
export type NoticeUnit = { id: string; label: string; people: readonly string[]; owners: readonly string[] };

type Home = Pick<Address, 'id' | 'street' | 'unit_number'>;
type Recipients = {
  roll: readonly Pick<RollUnit, 'id' | 'label' | 'position' | 'owners' | 'voter_ids' | 'removed_at'>[];
  homes: readonly Home[];
  people: readonly Pick<User, 'id' | 'name' | 'email' | 'role' | 'status' | 'deleted_at' | 'address_id'>[];
  accounts: readonly Pick<Account, 'address_id' | 'status' | 'holder_ids'>[];
};

/** The units that the notice of a meeting is for: its roll; all homes at a board meeting, and before the roll is frozen. */
export const noticeUnits = (
  meeting: Pick<Meeting, 'kind' | 'executive_only'>,
  { roll, homes, people, accounts }: Recipients,
): NoticeUnit[] => {
  const units = roll.filter(({ removed_at }) => removed_at === null);
  if (meeting.executive_only || (bodyOf(meeting.kind) === 'member' && units.length > 0))
    return units
      .toSorted((a, b) => a.position - b.position)
      .map(({ id, label, owners, voter_ids }) => {
        const user_id = meeting.executive_only ? [keyOf(id)] : [];
        return { id: keyOf(id), label, people: [...voter_ids, ...user_id], owners: owners.map(({ name }) => name) };
      });
  const residents = people.filter((person) => isReachable(person) && !isStaff(person.role));
  const byHome = Map.groupBy(residents, ({ address_id }) => address_id);
  const known = new Map(residents.map((person) => [person.id, person]));
  const open = Map.groupBy(
    accounts.filter(({ status }) => status === 'open'),
    ({ address_id }) => address_id,
  );
  const toUnit = (home: Home): NoticeUnit => {
    const holders = (open.get(home.id) ?? []).flatMap(({ holder_ids }) =>
      holder_ids.flatMap((id) => known.get(id) ?? []),
    );
    const notified = new Map([...(byHome.get(home.id) ?? []), ...holders].map((person) => [person.id, nameOf(person)]));
    return { id: home.id, label: labelOf(home), people: [...notified.keys()], owners: [...notified.values()] };
  };
  return homes.map(toUnit).sort((a, b) => (a.label < b.label ? -1 : 1));
};

/** The id of the address, or of the director. */
export const keyOf = (roll_id: string): string => roll_id.split(':').at(-1)!;

const labelOf = ({ street, unit_number }: Home): string => (unit_number ? `${street}, Unit ${unit_number}` : street);

export type NoticeWay = 'email' | 'mailed' | 'handed' | 'posted' | 'read' | 'none';

export type UnitProof = {
  unit: NoticeUnit;
  way: NoticeWay;
  /** An instant, a calendar date for paper, null where it was not reached. */
  at: string | null;
  /** The person who got the mail, read it or brought the paper. */
  name: string | null;
  /** Why its mails failed. */
  failed: string | null;
};
export type NoticeProof = { units: UnitProof[]; counts: Record<NoticeWay, number> & { total: number } };

type Notified = {
  units: readonly NoticeUnit[];
  announcement: Pick<Announcement, 'sent_at'> | undefined;
  recipients: AnnouncementRecipients['recipients'] | undefined;
  /** Only the server knows them. */
  reads?: readonly Pick<AnnouncementRead, 'user_id' | 'read_at'>[];
  /** At least those on paper, and what replaces them. */
  facts: readonly Pick<MeetingFact, 'kind' | 'data' | 'at' | 'id' | 'replaces'>[];
  readerName: (user_id: string) => string;
};

/** Every unit once, in the given order, so that the counts add up: a delivered mail, else paper, else that it was read in the app. */
export const proofOf = ({ units, announcement, recipients, reads = [], facts, readerName }: Notified): NoticeProof => {
  const deliveries = new Map(toDeliveries(recipients).map((one) => [one.user_id, one]));
  const readBy = new Map(reads.map(({ user_id, read_at }) => [user_id, read_at]));
  const papers = papersOf(facts);
  const proofs = units.map((unit): UnitProof => {
    const mails = unit.people.flatMap((person) => deliveries.get(person) ?? []);
    const failed = mails.find(({ status }) => status === 'failed')?.reason ?? null;
    const mail = mails.find(({ status }) => status === 'delivered');
    if (mail)
      return {
        unit,
        way: 'email',
        at: mail.settled_at ?? announcement?.sent_at ?? null,
        name: mail.name,
        failed: null,
      };
    const paper = papers.get(unit.id)?.data;
    if (paper) return { unit, way: paper.way, at: paper.on, name: paper.name, failed };
    const reader = unit.people.find((person) => readBy.has(person));
    if (reader) return { unit, way: 'read', at: readBy.get(reader)!, name: readerName(reader), failed };
    return { unit, way: 'none', at: null, name: null, failed };
  });
  return { units: proofs, counts: countsOf(proofs) };
};

export type PaperFact = Pick<MeetingFact, 'id' | 'at'> & { data: FactOf<'paper_notice'>['data'] };

/** The latest paper of each unit, by its key. A fact names units of the roll, or addresses before it was frozen. */
export const papersOf = (facts: Notified['facts']): Map<string, PaperFact> => {
  const papers = new Map<string, PaperFact>();
  const replaced = new Set(facts.flatMap(({ replaces }) => replaces));
  const noted = facts.filter(({ id, kind }) => kind === 'paper_notice' && !replaced.has(id));
  for (const fact of noted.toSorted((a, b) => (a.at + a.id < b.at + b.id ? -1 : 1))) {
    const paper = fact as PaperFact;
    for (const id of paper.data.units) papers.set(keyOf(id), paper);
  }
  return papers;
};

const countsOf = (proofs: readonly UnitProof[]): NoticeProof['counts'] => {
  const counts = { email: 0, mailed: 0, handed: 0, posted: 0, read: 0, none: 0, total: proofs.length };
  for (const { way } of proofs) counts[way] += 1;
  return counts;
};

/** Units that no delivered mail has reached. */
export const byPaper = <Proof extends { way: string }>({ units }: { units: readonly Proof[] }): Proof[] =>
  units.filter(({ way }) => way !== 'email');
