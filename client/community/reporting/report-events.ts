import type { HistoryEntry } from '../../../schema/history.ts';
import type { Request, RequestComment } from '../../../schema/tables/requests.ts';
import type { Violation } from '../../../schema/tables/violations.ts';
import { OPEN_STATUSES } from '../../../sync/requests/entity.ts';
import { isEnd, isOverdue } from '../../../sync/violations/entity.ts';
import { medianOf, ninetiethOf } from './durations.ts';

type Placed = { category: string; address_id: string | null };

/** An event of a record, at an instant, and how long after its creation. */
export type ReportEvent<Kind extends string> = Placed & { kind: Kind; at: string; ms: number };

/** All events of the records, and the records that are open now. */
export type Occurrences<Kind extends string> = {
  events: readonly ReportEvent<Kind>[];
  open: readonly (Placed & { is_overdue: boolean })[];
};

export type RequestKind = 'received' | 'answered' | 'resolved';
type Asked = Pick<Request, 'id' | 'user_id' | 'address_id' | 'category' | 'status' | 'created_at' | 'history'>;
type Comment = Pick<RequestComment, 'request_id' | 'resident_id' | 'user_id' | 'is_staff' | 'is_public' | 'created_at'>;

/** Pauses after each row, so that its caller can take it in slices. The board answers by a public message or by setting a
 * status, as in the list of what needs attention; never the author. */
export function* requestEvents(
  requests: Iterable<Asked>,
  comments: Iterable<Comment>,
): Generator<undefined, Occurrences<RequestKind>> {
  const answers = new Map<string, string>();
  for (const comment of comments) {
    const known = answers.get(comment.request_id);
    if (isAnswer(comment) && !(known && known <= comment.created_at))
      answers.set(comment.request_id, comment.created_at);
    yield;
  }
  const events: ReportEvent<RequestKind>[] = [];
  const open: Occurrences<RequestKind>['open'][number][] = [];
  for (const request of requests) {
    const { category, address_id, created_at } = request;
    const add = (kind: RequestKind, at: string | undefined) =>
      at && events.push({ kind, at, category, address_id, ms: msBetween(created_at, at) });
    add('received', created_at);
    add('answered', firstOf(answers.get(request.id), firstStatus(request)));
    if (isOpen(request)) open.push({ category, address_id, is_overdue: false });
    else add('resolved', endedAt(request.history, REQUEST_ENDS));
    yield;
  }
  return { events, open };
}

const isAnswer = ({ is_public, is_staff, user_id, resident_id }: Comment) =>
  is_public && is_staff && user_id !== resident_id;

const firstStatus = ({ history, user_id }: Asked): string | undefined =>
  history.find((entry) => entry.staff && entry.user_id !== user_id && entry.action.startsWith('Set '))?.timestamp;

const firstOf = (...instants: (string | undefined)[]) => instants.filter((instant) => instant !== undefined).sort()[0];

const isOpen = ({ status }: Asked) => OPEN_STATUSES.includes(status);
const REQUEST_ENDS = /^Set (resolved|closed|rejected)\b/;
const VIOLATION_ENDS = /^Set (resolved|dismissed)\b/;

const msBetween = (from: string, to: string) => Math.max(0, Date.parse(to) - Date.parse(from));

/** When a record ended that has ended: of one that was opened again, the end after that. */
const endedAt = (history: readonly HistoryEntry[], ends: RegExp): string | undefined => {
  let ended: string | undefined;
  for (const { action, timestamp } of history) {
    if (!action.startsWith('Set ')) continue;
    ended = ends.test(action) ? (ended ?? timestamp) : undefined;
  }
  return ended;
};

export type ViolationKind = 'opened' | 'resolved';
type Issued = Pick<
  Violation,
  'address_id' | 'category' | 'status' | 'due_date' | 'resolution' | 'created_at' | 'history'
>;

/** `today` is the viewer's calendar date, as in the list of violations. */
export function* violationEvents(
  violations: Iterable<Issued>,
  today: string,
): Generator<undefined, Occurrences<ViolationKind>> {
  const events: ReportEvent<ViolationKind>[] = [];
  const open: Occurrences<ViolationKind>['open'][number][] = [];
  for (const violation of violations) {
    const { category, address_id, created_at } = violation;
    events.push({ kind: 'opened', at: created_at, category, address_id, ms: 0 });
    const ended = endedAt(violation.history, VIOLATION_ENDS) ?? violation.resolution?.resolved_at;
    if (!isEnd(violation.status)) open.push({ category, address_id, is_overdue: isOverdue(violation, today) });
    else if (ended)
      events.push({ kind: 'resolved', at: ended, category, address_id, ms: msBetween(created_at, ended) });
    yield;
  }
  return { events, open };
}

export type Summary = { count: number; median_ms: number | null; ninetieth_ms: number | null };

/** Counts the events of each kind and how long they took, by the group of the event; events of no group are left out. */
export const summarize = <Kind extends string>(
  events: readonly ReportEvent<Kind>[],
  groupOf: (event: ReportEvent<Kind>) => string | null,
): ((group: string, kind: Kind) => Summary) & { groups: string[] } => {
  const times = new Map<string, Map<Kind, number[]>>();
  for (const event of events) {
    const group = groupOf(event);
    if (group === null) continue;
    const kinds = times.get(group) ?? new Map<Kind, number[]>();
    times.set(group, kinds.set(event.kind, kinds.get(event.kind) ?? []));
    kinds.get(event.kind)?.push(event.ms);
  }
  const summaryOf = (group: string, kind: Kind): Summary => {
    const found = times.get(group)?.get(kind) ?? [];
    return { count: found.length, median_ms: medianOf(found), ninetieth_ms: ninetiethOf(found) };
  };
  return Object.assign(summaryOf, { groups: [...times.keys()] });
};
