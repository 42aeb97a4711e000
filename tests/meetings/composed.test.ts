import { expect, test } from 'vitest';
import type { Meeting, MeetingFact } from '../../schema/tables/meetings.ts';
import type { MeetingRows } from '../../sync/meetings/books.ts';
import type { MinutesContext } from '../../sync/meetings/minutes/minutes.ts';
import { minutesHtml } from '../../sync/meetings/minutes/minutes-html.ts';
import type { MinutesForm } from '../../sync/meetings/minutes/minutes-words.ts';
import {
  at,
  CONTEXT,
  composedOf,
  director,
  fact,
  item,
  MEETING,
  meeting,
  motion,
  result,
} from '../support/composed-meeting.ts';
import { RULES } from '../support/meetings.ts';
import { nth, required } from '../support/required.ts';

const SECRET = 'Hemlock';

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
  const stayed = nth(of().sections, 1);
  expect(stayed.lines).toEqual(['Sue was recused (own case) and stayed.']);
  expect(nth(stayed.motions, 0).warnings).toEqual(['Check this result', 'Counted though recused: Sue']);
  const away = ['left', 'arrived'].map((kind, n) =>
    fact(kind as 'left', 6 + n, { subject: 'm:Sue', data: { item_id: 'a', way: 'in_person' } }),
  );
  expect(nth(of(away).sections, 1).lines).toEqual([
    'Sue was recused (own case) and left the room at 7:06 PM, returning at 7:07 PM.',
  ]);
  expect(nth(composedOf(linked, CONTEXT, 'board').sections, 1).lines).toEqual([]);
});

test('[QUORUM-05] [RECUSE-01] the quorum at the call to order does not depend on who is recused later', () => {
  const rules = { ...RULES, recused_count_for_quorum: false };
  const books = { ...meeting(), meeting: { ...MEETING, rules } };
  const facts = [...books.facts, fact('item_started', 16, { subject: 'b' })];
  const light = (more: readonly MeetingFact[]) => composedOf({ ...books, facts: [...more] }, CONTEXT, 'board').head;
  expect(light(facts)).toContain('A quorum was present from the call to order: 3 of 4, 3 needed.');
  expect(light(facts)).toEqual(light(books.facts));
});

test('[MIN-01] minutes of a meeting that was called to order before the check-in say since when there was a quorum', () => {
  const arrived = (name: string, minute: number) =>
    fact('arrived', minute, { subject: `m:${name}`, data: { way: 'in_person' } });
  const head = (...facts: MeetingFact[]) =>
    composedOf({ ...meeting(), facts: [fact('called_to_order', 0), ...facts] }, CONTEXT, 'board').head;
  expect(head()).toContain('No quorum was present: at most 0 of 4, 3 needed.');
  expect(head(arrived('Bea', 1), arrived('Sue', 2))).toContain('No quorum was present: at most 2 of 4, 3 needed.');
  const three = [arrived('Bea', 1), arrived('Sue', 2), arrived('Ida', 12)];
  expect(head(...three)).toContain('A quorum was present from 7:12 PM: 3 of 4, 3 needed.');
  const left = fact('left', 40, { subject: 'm:Ida', data: {} });
  const back = fact('arrived', 50, { subject: 'm:Max', data: { way: 'remote' } });
  expect(head(...three, left)).toContain('A quorum was present from 7:12 PM to 7:40 PM: 3 of 4, 3 needed.');
  expect(head(...three, left, back)).toContain(
    'A quorum was present from 7:12 PM to 7:40 PM and from 7:50 PM: 3 of 4, 3 needed.',
  );
  expect(head(...three, left, fact('adjourned', 40))).toContain('A quorum was present from 7:12 PM: 3 of 4, 3 needed.');
});

test('[MIN-01] a quorum at the call to order that was lost is told with the time', () => {
  const books = meeting();
  const left = fact('left', 20, { subject: 'm:Ida', data: {} });
  const { head } = composedOf({ ...books, facts: [...books.facts, left] }, CONTEXT, 'board');
  expect(head).toContain('A quorum was present from the call to order to 7:20 PM: 3 of 4, 3 needed.');
});

test('[MIN-02] a correction of a fact changes what the minutes say at once', () => {
  const books = meeting();
  const old = required(books.facts.find(({ kind, subject }) => kind === 'result' && subject === 'M1'));
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
