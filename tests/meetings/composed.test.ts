import { expect, test } from 'vitest';
import type { FactData } from '../../schema/meetings.ts';
import type { AgendaItem, Meeting, MeetingFact, MinutesText, Motion, RollUnit } from '../../schema/tables/meetings.ts';
import type { MeetingRows } from '../../sync/meetings/books.ts';
import { meetingBooks } from '../../sync/meetings/meeting-books.ts';
import { correctionsFor } from '../../sync/meetings/minutes/corrections.ts';
import { type MinutesContext, minutesOf } from '../../sync/meetings/minutes/minutes.ts';
import { minutesHtml } from '../../sync/meetings/minutes/minutes-html.ts';
import type { MinutesForm } from '../../sync/meetings/minutes/minutes-words.ts';
import { RULES } from '../support/meetings.ts';

const START = Date.parse('2026-11-13T01:00:00.000Z');
const at = (minutes: number) => new Date(START + minutes * 60_000).toISOString();
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
const fact = (kind: MeetingFact['kind'], minute: number, over: Partial<MeetingFact> = {}): MeetingFact => {
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
const result = (over: Partial<FactData['result']> = {}): FactData['result'] => ({
  ...{ outcome: 'adopted', method: 'voice', needed: 2, of: 3, counted: [], text_id: null },
  totals: { for: votes(2), against: votes(1), abstain: votes(0) },
  presence: { present: 3, total: 3, needed: 2, met: true, units: 3, weight: 3 },
  ...over,
});
const item = (id: string, position: number, over: Partial<AgendaItem> = {}): AgendaItem =>
  ({
    ...{ id, meeting_id: 'm', kind: 'business', position, title: `Item ${id}`, description: '', minutes: null },
    ...{ presenter: null, executive: false, consent: false, proposal: '', record: null, on_adopt: null, on_fail: null },
    ...{ noticed: true, removed_at: null, created_at: at(0), hoa_id: 'h', rev: 1, ...over },
  }) as AgendaItem;
const motion = (id: string, item_id: string, over: Partial<Motion> = {}): Motion =>
  ({
    ...{ id, meeting_id: 'm', item_id, number: id.slice(1), mover: 'Ann Lee', mover_id: null, method: 'voice' },
    ...{ threshold: { kind: 'majority', basis: 'units' }, executive: false, public_summary: null, on_adopt: null },
    ...{ on_fail: null, item_ids: null, decisions: null, at: at(Number(id.slice(1))), ...BY, ...over },
  }) as Motion;
const director = (name: string, position: number): RollUnit =>
  ({
    ...{ id: `m:${name}`, meeting_id: 'm', address_id: null, user_id: name, position, label: name, weight: 1 },
    ...{ owners: [], designated: null, office: 'Director', suspended: false, non_voting: false, voter_ids: [] },
    ...{ removed_at: null, changes: null, hoa_id: 'h', rev: 1 },
  }) as RollUnit;
const text = (id: string, item_id: string | null, html: string): MinutesText =>
  ({ id, meeting_id: 'm', item_id, text: html, replaces: [], at: at(1), ...BY }) as MinutesText;

const MEETING = {
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

const CONTEXT: MinutesContext = {
  ...{ hoa: 'Willow Creek', time_zone: 'America/Chicago', notice_sent_at: at(-96 * 60) },
  nameOf: (id) => ({ bea: 'Bea Board', sue: 'Sue Super' })[id] ?? null,
  actions: [],
  earlier_corrections: [],
};
const SECRET = 'Hemlock';

/** Two open items and an executive one. */
const meeting = (): MeetingRows => {
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
const composedOf = (rows: MeetingRows, ...rest: [MinutesContext, MinutesForm?]) =>
  minutesOf(meetingBooks(rows), ...rest);
const linesOf = (books: MeetingRows, form: MinutesForm) => minutesHtml(composedOf(books, CONTEXT, form));

test('[MIN-01] minutes say who was there, what was moved, how it was decided and when', () => {
  const html = linesOf(meeting(), 'board');
  for (const line of [
    'Willow Creek',
    'Minutes of the regular board meeting',
    'November meeting, Thursday, November 12, 2026 at 7:00 PM at The Hall.',
    'Notice was sent 96 hours before the meeting.',
    'Chair: Bea Board.',
    'Secretary: Sue Super.',
    'Called to order at 7:00 PM.',
    'Directors absent: Max.',
    'Item a, 7:05 PM',
    'Motion 1, moved by Ann Lee, seconded by Sue Super',
    '“to mend the roof in May”',
    'Amended on the motion of Sue Super (The rain) to read: to mend the roof in May.',
    'Adopted by roll call: 2 for, 1 against, 0 abstaining; 2 of 3 needed.',
    'For: Bea, Sue.',
    'Against: Ida.',
    'Ida was recused (owns the fence) and left the room at 7:16 PM.',
    'Ruling of the chair (Bea): The motion is in order.',
    'The roof leaks.',
    'The board met in executive session from 7:30 PM to 7:40 PM: a contract was discussed.',
    'The meeting was adjourned at 7:45 PM.',
  ])
    expect(html).toContain(line);
  expect(html).not.toContain('Motion 2');
  expect(html).not.toContain('Item w');
});

test('[RECUSE-01] [RECUSE-03] a director whose own case it is stands in the minutes as who declared it does', () => {
  const books = meeting();
  const record = { entity: 'request', id: 'r' } as const;
  const linked = { ...books, items: books.items.map((one) => (one.id === 'a' ? { ...one, record } : one)) };
  const cases = () => ['Sue', 'Max'];
  const of = (facts: MeetingFact[] = []) =>
    composedOf({ ...linked, cases, facts: [...linked.facts, ...facts] }, CONTEXT, 'board');
  const stayed = of().sections[1]!;
  expect(stayed.lines).toEqual(['Sue was recused (own case) and stayed.']);
  expect(stayed.motions[0]!.warnings).toEqual(['Check this result', 'Counted though recused: Sue']);
  const away = ['left', 'arrived'].map((kind, n) =>
    fact(kind as 'left', 6 + n, { subject: 'm:Sue', data: { item_id: 'a', way: 'in_person' } }),
  );
  expect(of(away).sections[1]!.lines).toEqual([
    'Sue was recused (own case) and left the room at 7:06 PM, returning at 7:07 PM.',
  ]);
  expect(composedOf(linked, CONTEXT, 'board').sections[1]!.lines).toEqual([]);
});

test('[QUORUM-05] [RECUSE-01] the quorum at the call to order does not depend on who is recused later', () => {
  const rules = { ...RULES, recused_count_for_quorum: false };
  const books = { ...meeting(), meeting: { ...MEETING, rules } };
  const facts = [...books.facts, fact('item_started', 16, { subject: 'b' })];
  const light = (more: readonly MeetingFact[]) => composedOf({ ...books, facts: [...more] }, CONTEXT, 'board').head;
  expect(light(facts)).toContain('There was a quorum from the call to order: 3 of 4, 3 needed.');
  expect(light(facts)).toEqual(light(books.facts));
});

test('[MIN-01] minutes of a meeting that was called to order before the check-in say since when there was a quorum', () => {
  const arrived = (name: string, minute: number) =>
    fact('arrived', minute, { subject: `m:${name}`, data: { way: 'in_person' } });
  const head = (...facts: MeetingFact[]) =>
    composedOf({ ...meeting(), facts: [fact('called_to_order', 0), ...facts] }, CONTEXT, 'board').head;
  expect(head()).toContain('There was no quorum: at most 0 of 4 were present, 3 needed.');
  expect(head(arrived('Bea', 1), arrived('Sue', 2))).toContain(
    'There was no quorum: at most 2 of 4 were present, 3 needed.',
  );
  const three = [arrived('Bea', 1), arrived('Sue', 2), arrived('Ida', 12)];
  expect(head(...three)).toContain('There was a quorum from 7:12 PM: 3 of 4, 3 needed.');
  const left = fact('left', 40, { subject: 'm:Ida', data: {} });
  const back = fact('arrived', 50, { subject: 'm:Max', data: { way: 'remote' } });
  expect(head(...three, left)).toContain('There was a quorum from 7:12 PM to 7:40 PM: 3 of 4, 3 needed.');
  expect(head(...three, left, back)).toContain(
    'There was a quorum from 7:12 PM to 7:40 PM and from 7:50 PM: 3 of 4, 3 needed.',
  );
  expect(head(...three, left, fact('adjourned', 40))).toContain('There was a quorum from 7:12 PM: 3 of 4, 3 needed.');
});

test('[MIN-01] a quorum at the call to order that was lost is told with the time', () => {
  const books = meeting();
  const left = fact('left', 20, { subject: 'm:Ida', data: {} });
  const { head } = composedOf({ ...books, facts: [...books.facts, left] }, CONTEXT, 'board');
  expect(head).toContain('There was a quorum from the call to order to 7:20 PM: 3 of 4, 3 needed.');
});

test('[MIN-02] a correction of a fact changes what the minutes say at once', () => {
  const books = meeting();
  const old = books.facts.find(({ kind, subject }) => kind === 'result' && subject === 'M1')!;
  const put = fact('result', 60, {
    subject: 'M1',
    replaces: [old.id],
    data: result({ outcome: 'failed', reason: 'Miscounted' }),
  });
  const html = linesOf({ ...books, facts: [...books.facts, put] }, 'board');
  expect(html).toContain('Failed by voice vote');
  expect(html).toContain('corrected: Miscounted');
});

test('[MIN-11] [INV-06] the public form says nothing of the executive session but when it was and what was written of it', () => {
  const books = meeting();
  const html = linesOf(books, 'public');
  expect(html).toContain('The board met in executive session from 7:30 PM to 7:40 PM: a contract was discussed.');
  expect(html).toContain('A contract was signed.');
  expect(html).toContain('to mend the roof in May');
  expect(JSON.stringify(composedOf(books, CONTEXT, 'public'))).not.toContain(SECRET);
  const executive = JSON.stringify(composedOf(books, CONTEXT, 'executive'));
  for (const what of ['item', 'motion', 'words', 'correction']) expect(executive).toContain(`${SECRET} ${what}`);
  expect(executive).not.toContain('roof');
});

test('[MIN-01] [ACT-01] action items of no item stand in the minutes before the adjournment', () => {
  const action = { title: 'Order posts', owner_name: 'Bea', due_on: '2026-12-01', status: 'open', item_id: null };
  const actions = [{ ...action, executive: false, created_at: at(1) }] as unknown as MinutesContext['actions'];
  const { closing } = composedOf(meeting(), { ...CONTEXT, actions }, 'public');
  expect(closing.at(-2)).toBe('Action item: Order posts: Bea, by Dec 1, 2026.');
});

test('[MIN-09] a correction stands on the first agenda of the same body that was not begun when it was recorded', () => {
  const REST = { motions: [], time_zone: 'America/Chicago' };
  const held = { ...MEETING, minutes_approved_on: '2026-11-20' };
  const later = (id: string, days: number, over: Partial<Meeting> = {}) =>
    ({ ...MEETING, id, status: 'scheduled', called_at: null, starts_at: at(days * 1440), ...over }) as Meeting;
  const begun = later('begun', 7, { called_at: at(7 * 1440 - 5) });
  const members = later('members', 20, { kind: 'member_annual' });
  const canceled = later('canceled', 21, { status: 'canceled' });
  const [next, last] = [later('next', 28), later('last', 56)];
  const facts = [
    fact('minutes_correction', 8 * 1440, { subject: 'a', data: { on: '2026-11-21' }, text: '<p>May, not March</p>' }),
    fact('minutes_correction', 9 * 1440, { subject: 'x', data: { on: '2026-11-22' }, text: `<p>${SECRET}</p>` }),
  ];
  const meetings = [last, next, canceled, members, begun, held];
  const of = (one: Meeting) =>
    correctionsFor(one, meetings, (id) => ({ ...REST, items: meeting().items, facts: id === 'm' ? facts : [] }));
  expect(of(next)).toMatchObject([
    { html: '<p>May, not March</p>', on: '2026-11-21', executive: false, meeting: { id: 'm' } },
    { html: `<p>${SECRET}</p>`, executive: true },
  ]);
  for (const one of [held, begun, members, canceled, last]) expect(of(one)).toEqual([]);
  const draft = meetings.map((one) => (one.id === 'm' ? { ...one, minutes_approved_on: null } : one));
  expect(correctionsFor(next, draft, () => ({ ...REST, items: [], facts }))).toEqual([]);
});

test('[MOTION-08] [MIN-09] a result that is corrected after the approval is a correction of the minutes', () => {
  const books = meeting();
  const approved = { minutes_approved_on: '2026-11-14', minutes_approved_at: at(1000) };
  const correct = (subject: string, minute: number) => {
    const old = books.facts.find(({ kind, subject: of }) => kind === 'result' && of === subject)!;
    const data = result({ outcome: 'failed', reason: 'Miscounted' });
    return fact('result', minute, { subject, replaces: [old.id], data });
  };
  const corrections = (form: MinutesForm, ...facts: MeetingFact[]) =>
    composedOf({ ...books, meeting: { ...MEETING, ...approved }, facts: [...books.facts, ...facts] }, CONTEXT, form)
      .corrections;
  expect(corrections('public', correct('M1', 999))).toEqual([]);
  const [open, secret] = [correct('M1', 2000), correct('M3', 2001)];
  const line = (number: number) => ({
    html: `<p>Motion ${number}: Failed by voice vote: 2 for, 1 against, 0 abstaining; 2 of 3 needed. Corrected: Miscounted.</p>`,
    ...{ on: '2026-11-14', by_name: 'Bea' },
  });
  expect(corrections('public', open, secret)).toMatchObject([line(1)]);
  expect(corrections('board', open, secret).slice(-2)).toMatchObject([line(1), line(3)]);
});

test('[VOTE-08] names at a roll call are published by setting', () => {
  const books = meeting();
  const quiet = { ...books, meeting: { ...MEETING, rules: { ...RULES, names_published: false } } };
  expect(linesOf(books, 'public')).toContain('For: Bea, Sue.');
  expect(linesOf(quiet, 'public')).not.toContain('For: Bea, Sue.');
  expect(linesOf(quiet, 'board')).toContain('For: Bea, Sue.');
});

test('[MIN-01] minutes do not depend on the order in which rows came', () => {
  const books = meeting();
  const turned = Object.fromEntries(
    Object.entries(books).map(([key, rows]) => [key, Array.isArray(rows) ? rows.toReversed() : rows]),
  ) as unknown as MeetingRows;
  for (const form of ['board', 'public', 'executive'] as const)
    expect(composedOf(turned, CONTEXT, form)).toEqual(composedOf(books, CONTEXT, form));
});

/** 400 units, 30 items, 40 motions and 1,200 facts, as table 11 has it. */
const largeMeeting = (): MeetingRows => {
  const roll = Array.from({ length: 400 }, (_, n) => director(`Unit ${n}`, n));
  const items = Array.from({ length: 30 }, (_, n) => item(`i${n}`, n));
  const motions = Array.from({ length: 40 }, (_, n) => motion(`M${n}`, `i${n % 30}`));
  const arrived = roll.map(({ id }) => fact('arrived', -5, { subject: id, data: { way: 'in_person' } }));
  const marks = roll.map(({ id }) => fact('vote', 20, { subject: id, data: { motion_id: 'M0', choice: 'for' } }));
  const rest = motions.flatMap(({ id }) => {
    const words = fact('motion_text', 11, { subject: id, text: `<p>to do ${id}</p>` });
    const counted = id === 'M0' ? marks.map((mark) => mark.id) : [];
    return [
      words,
      fact('result', 21, { subject: id, data: result({ method: 'roll_call', counted, text_id: words.id }) }),
    ];
  });
  const started = items.map(({ id }, n) => fact('item_started', n, { subject: id }));
  const facts = [fact('called_to_order', 0), ...arrived, ...started, ...marks, ...rest, fact('adjourned', 90)];
  const rows = { items, roll, facts, motions, texts: [], proxies: [] };
  return { time_zone: 'America/Chicago', meeting: { ...MEETING, kind: 'member_annual' }, ...rows };
};

test('[MIN-01] thirty items with forty motions and a roll call of 400 are composed whole', () => {
  const minutes = composedOf(largeMeeting(), CONTEXT, 'board');
  expect(minutes.sections.flatMap(({ motions }) => motions)).toHaveLength(40);
  expect(minutes.sections.find(({ item_id }) => item_id === 'i0')?.motions[0]?.lines.join()).toContain('Unit 399');
});

test('[MEET-08] times that cannot be right stand above the minutes of the board, in no other form', () => {
  const facts = [
    fact('called_to_order', 0),
    fact('arrived', 300, { subject: 'm:ann', data: { way: 'in_person' }, desk: 'Desk 2', recorded_at: at(5) }),
  ];
  const minutes = (form: MinutesForm) => composedOf({ ...meeting(), facts, roll: [director('ann', 1)] }, CONTEXT, form);
  const words = 'Time to be checked: Check-in of ann, Nov 13, 2026, 12:00 AM (Desk 2)';
  expect(minutes('board').warnings).toEqual([words]);
  expect(minutes('public').warnings).toEqual([]);
  expect(minutesHtml(minutes('board'))).not.toContain('to be checked');
});

test('minutes of a meeting that was canceled while it was held say so; those of any other canceled one do not', () => {
  const canceled = { status: 'canceled', canceled_at: at(-30), canceled_by_name: 'Sue Super' } as const;
  const head = (over: Partial<Meeting>) => composedOf({ ...meeting(), meeting: { ...MEETING, ...over } }, CONTEXT).head;
  const words = 'Was canceled at Nov 12, 2026, 6:30 PM by Sue Super.';
  expect(head({ ...canceled, called_at: at(0), adjourned_at: at(60) })).toContain(words);
  expect(head({ ...canceled, called_at: null, adjourned_at: null })).not.toContain(words);
  expect(head({ called_at: at(0) })).not.toContain(words);
});
