import type { FactData } from '../../schema/facts.ts';
import type { AgendaItem, Meeting, MeetingFact, Motion } from '../../schema/tables/meetings.ts';
import type { MinutesText } from '../../schema/tables/minutes.ts';
import type { RollUnit } from '../../schema/tables/voters.ts';
import type { MeetingRows } from '../../sync/meetings/books.ts';
import { meetingBooks } from '../../sync/meetings/meeting-books.ts';
import { type MinutesContext, minutesOf } from '../../sync/meetings/minutes/minutes.ts';
import type { MinutesForm } from '../../sync/meetings/minutes/minutes-words.ts';
import { RULES } from './meetings.ts';

const START = Date.parse('2026-11-13T01:00:00.000Z');

export const at = (minutes: number) => new Date(START + minutes * 60_000).toISOString();

const BY = {
  by: 'bea',
  by_name: 'Bea',
  desk: 'Record',
  imported_by: null,
  executive_session_id: null,
  hoa_id: 'h',
  rev: 1,
};

let count = 0;

export const fact = (kind: MeetingFact['kind'], minute: number, over: Partial<MeetingFact> = {}): MeetingFact => {
  count += 1;
  const id = `f${String(count).padStart(5, '0')}`;
  return {
    id,
    kind,
    meeting_id: 'm',
    subject: null,
    data: {},
    text: '',
    at: at(minute),
    replaces: [],
    recorded_at: at(minute),
    ...BY,
    ...over,
  } as MeetingFact;
};

const votes = (n: number) => ({ units: n, weight: n });

export const result = (over: Partial<FactData['result']> = {}): FactData['result'] => ({
  ...{ outcome: 'adopted', method: 'voice', needed: 2, of: 3, counted: [], text_id: null },
  totals: { for: votes(2), against: votes(1), abstain: votes(0) },
  presence: { present: 3, total: 3, needed: 2, met: true, units: 3, weight: 3 },
  ...over,
});

export const item = (id: string, position: number, over: Partial<AgendaItem> = {}): AgendaItem =>
  ({
    ...{ id, meeting_id: 'm', kind: 'business', position, title: `Item ${id}`, description: '', minutes: null },
    ...{ presenter: null, executive: false, consent: false, proposal: '', record: null, on_adopt: null, on_fail: null },
    ...{ noticed: true, removed_at: null, created_at: at(0), hoa_id: 'h', rev: 1, ...over },
  }) as AgendaItem;

export const motion = (id: string, item_id: string, over: Partial<Motion> = {}): Motion =>
  ({
    ...{ id, meeting_id: 'm', item_id, number: id.slice(1), mover: 'Ann Lee', mover_id: null, method: 'voice' },
    ...{ threshold: { kind: 'majority', basis: 'units' }, executive: false, public_summary: null, on_adopt: null },
    ...{ on_fail: null, item_ids: null, decisions: null, at: at(Number(id.slice(1))), ...BY, ...over },
  }) as Motion;

export const director = (name: string, position: number): RollUnit =>
  ({
    ...{ id: `m:${name}`, meeting_id: 'm', address_id: null, user_id: name, position, label: name, weight: 1 },
    ...{ owners: [], designated: null, office: 'Director', suspended: false, non_voting: false, voter_ids: [] },
    ...{ removed_at: null, changes: null, hoa_id: 'h', rev: 1 },
  }) as RollUnit;

const text = (id: string, item_id: string | null, html: string): MinutesText =>
  ({ id, meeting_id: 'm', item_id, text: html, replaces: [], at: at(1), ...BY }) as MinutesText;

export const MEETING = {
  ...{
    id: 'm',
    kind: 'board_regular',
    title: 'November meeting',
    status: 'scheduled',
    starts_at: at(0),
    place: 'The Hall',
  },
  ...{ remote_link: null, purpose: null, chair_id: 'bea', secretary_id: 'sue', rules: RULES, executive_only: false },
  ...{ noticed: true, notice_reason: null, exec_summary: 'a contract was discussed', minutes_approved_on: null },
  ...{ adjourned_from: null, adjourned_from_at: null, hoa_id: 'h', rev: 1 },
} as unknown as Meeting;

export const CONTEXT: MinutesContext = {
  ...{ hoa: 'Willow Creek', time_zone: 'America/Chicago', notice_sent_at: at(-96 * 60) },
  nameOf: (id) => ({ bea: 'Bea Board', sue: 'Sue Super' })[id] ?? null,
  actions: [],
  earlier_corrections: [],
};

const SECRET = 'Hemlock';

/** Two open items and an executive one. */
export const meeting = (): MeetingRows => {
  const words = fact('motion_text', 11, { subject: 'M1', text: '<p>to mend the roof</p>' });
  const amended = fact('motion_text', 12, {
    ...{ subject: 'M1', text: '<p>to mend the roof in May</p>', replaces: [words.id] },
    data: { mover: 'Sue Super', reason: 'The rain' },
  });
  const marks = ['Bea', 'Sue', 'Ida'].map((name, n) =>
    fact('vote', 13, { subject: `m:${name}`, data: { motion_id: 'M1', choice: n < 2 ? 'for' : 'against' } }),
  );
  const secret = fact('motion_text', 31, { subject: 'M3', text: `<p>${SECRET} motion</p>` });
  return {
    time_zone: 'America/Chicago',
    meeting: MEETING,
    items: [
      item('a', 1),
      item('b', 2),
      item('x', 3, { executive: true, title: `${SECRET} item` }),
      item('w', 4, { removed_at: at(0) }),
    ],
    roll: ['Bea', 'Sue', 'Ida', 'Max'].map(director),
    facts: [
      ...['Bea', 'Sue', 'Ida'].map((name) => fact('arrived', -5, { subject: `m:${name}`, data: { way: 'in_person' } })),
      fact('called_to_order', 0),
      fact('item_started', 5, { subject: 'a' }),
      ...[words, amended, ...marks],
      fact('motion_seconded', 12, { subject: 'M1', data: { name: 'Sue Super' } }),
      fact('result', 14, {
        subject: 'M1',
        data: result({ method: 'roll_call', counted: marks.map(({ id }) => id), text_id: amended.id }),
      }),
      fact('result', 15, { subject: 'M2', data: result({ outcome: 'withdrawn' }) }),
      fact('recused', 16, { subject: 'm:Ida', data: { item_id: 'b', nature: 'owns the fence', stays: false } }),
      fact('point_of_order', 17, {
        subject: 'b',
        data: { kind: 'ruling', name: 'Bea' },
        text: '<p>The motion is in order</p>',
      }),
      fact('executive_started', 30),
      secret,
      fact('point_of_order', 31, {
        subject: 'b',
        data: { kind: 'point', name: 'Bea' },
        text: `<p>${SECRET} point</p>`,
      }),
      fact('result', 32, { subject: 'M3', data: result({ text_id: secret.id }) }),
      fact('minutes_correction', 50, { subject: 'x', data: { on: '2026-12-01' }, text: `<p>${SECRET} correction</p>` }),
      fact('executive_ended', 40),
      fact('adjourned', 45),
    ],
    motions: [
      motion('M1', 'a', { method: 'roll_call' }),
      motion('M2', 'a'),
      motion('M3', 'x', { executive: true, public_summary: 'A contract was signed' }),
    ],
    texts: [text('t1', 'a', '<p>The roof leaks.</p>'), text('t2', 'x', `<p>${SECRET} words</p>`)],
    proxies: [],
  };
};

export const composedOf = (rows: MeetingRows, ...rest: [MinutesContext, MinutesForm?]) =>
  minutesOf(meetingBooks(rows), ...rest);
