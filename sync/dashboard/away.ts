import type { HistoryEntry } from '../../schema/history.ts';
import type { Rows } from '../../schema/rows.ts';
import { HOA_STAFF } from '../activity/history.ts';
import { isReadable } from '../announcements/entity.ts';
import type { Actor } from '../tx.ts';

/** Entities whose rows say what changed. */
export const AWAY_ENTITIES = [
  'request',
  'requestComment',
  'violation',
  'violationMessage',
  'announcement',
  'document',
  'invoice',
] as const;
type AwayEntity = (typeof AWAY_ENTITIES)[number];
type AwayRows = { [E in AwayEntity]: readonly Rows[E][] };

export type AwayKind = 'request' | 'violation' | 'announcement' | 'document' | 'invoice';
/** One thing that somebody did to a record, `times` times; `at` is when they last did. `who` is empty for nobody in
 * particular. */
export type AwayLine = { who: string; what: string; times: number; at: string };
/** The changes of one record, newest first. */
export type AwayRecord = { kind: AwayKind; id: string; title: string; at: string; lines: AwayLine[] };

type Viewer = Pick<Actor, 'id'>;
type Event = { kind: AwayKind; id: string; title: string; by: string; who: string; what: string; at: string };

/** The changes that others made after the instant `since`, by record and person, as far as these rows say; newest first. The instants
 * are the server's. */
export const changesSince = (rows: AwayRows, viewer: Viewer, since: string): AwayRecord[] => {
  const events = eventsIn(rows, viewer, since).filter(({ at, by }) => at > since && by !== viewer.id);
  const byRecord = Map.groupBy(events, ({ kind, id }) => `${kind}/${id}`);
  return [...byRecord.values()].map(recordOf).sort((a, b) => newestFirst(a.at, b.at));
};

const newestFirst = (a: string, b: string) => (a < b ? 1 : a > b ? -1 : 0);

const recordOf = (events: Event[]): AwayRecord => {
  const { kind, id, title } = events[0] as Event;
  const lines = [...Map.groupBy(events, ({ who, what }) => `${who}/${what}`).values()].map((same) => {
    const { who, what } = same[0] as Event;
    return { who, what, times: same.length, at: latest(same) };
  });
  return { kind, id, title, at: latest(events), lines: lines.sort((a, b) => newestFirst(a.at, b.at)) };
};

const latest = (events: readonly Event[]) =>
  events
    .map(({ at }) => at)
    .toSorted()
    .at(-1) ?? '';

const eventsIn = (rows: AwayRows, viewer: Viewer, since: string): Event[] => [
  ...rows.request.flatMap((request) => historyOf('request', request)),
  ...messagesOf(rows, since),
  ...rows.violation.flatMap((violation) => historyOf('violation', violation)),
  ...rows.announcement
    .filter(isReadable)
    .map(({ id, title, sent_at, created_by, created_by_name }) =>
      event('announcement', { id, title }, created_by, created_by_name || HOA_STAFF, 'sent it', sent_at),
    ),
  ...rows.document.map(({ id, title, uploaded_by, uploaded_by_name, created_at }) =>
    event('document', { id, title }, uploaded_by, uploaded_by_name || HOA_STAFF, 'uploaded it', created_at),
  ),
  ...rows.invoice.filter(({ recipient_id }) => recipient_id === viewer.id).flatMap(invoiceEvents),
];

/** Rows of other viewers lack who did it. */
const event = (
  kind: AwayKind,
  { id, title }: { id: string; title: string },
  by: string | undefined,
  who: string | undefined,
  what: string,
  at: string | null | undefined,
): Event => ({ kind, id, title, by: by ?? '', who: who ?? '', what, at: at ?? '' });

type WithHistory = { id: string; title: string; history: readonly HistoryEntry[] };

const historyOf = (kind: 'request' | 'violation', { id, title, history }: WithHistory): Event[] =>
  history.map(({ action, user_id, name, timestamp }) =>
    event(kind, { id, title }, user_id, name, wordsOf(action), timestamp),
  );

/** 'Set in progress' as 'changed the status to in progress', 'Created the request' as 'created the request'. */
const wordsOf = (action: string): string =>
  action.startsWith('Set ')
    ? `changed the status to ${action.slice(4)}`
    : action.charAt(0).toLowerCase() + action.slice(1);

const messagesOf = ({ request, requestComment, violation, violationMessage }: AwayRows, since: string): Event[] => {
  const [requests, violations] = [titlesOf(request), titlesOf(violation)];
  return [
    ...requestComment
      .filter(({ created_at }) => created_at > since)
      .map(({ request_id: id, user_id, author_name, is_public, created_at }) => {
        const what = is_public ? 'wrote a message' : 'wrote an internal message';
        return event(
          'request',
          { id, title: requests.get(id) ?? '' },
          user_id,
          author_name || HOA_STAFF,
          what,
          created_at,
        );
      }),
    ...violationMessage
      .filter(({ sent_at }) => sent_at > since)
      .map(({ violation_id: id, sender_id, sender_name, is_internal, sent_at }) => {
        const what = is_internal ? 'wrote an internal message' : 'wrote a message';
        return event('violation', { id, title: violations.get(id) ?? '' }, sender_id, sender_name, what, sent_at);
      }),
  ];
};

const titlesOf = (rows: readonly { id: string; title: string }[]) => new Map(rows.map(({ id, title }) => [id, title]));

const invoiceEvents = (invoice: Rows['invoice']): Event[] => [
  event('invoice', invoice, '', '', 'Issued to you', invoice.sent),
  event('invoice', invoice, '', '', 'Paid', invoice.paid_at),
  event('invoice', invoice, '', '', 'Canceled', invoice.canceled_at),
];
