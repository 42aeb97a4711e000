import { expect, test } from 'vitest';
import type { Meeting, MeetingFact } from '../../schema/tables/meetings.ts';
import { correctionsFor } from '../../sync/meetings/minutes/corrections.ts';
import type { MinutesForm } from '../../sync/meetings/minutes/minutes-words.ts';
import { at, CONTEXT, composedOf, fact, MEETING, meeting, result } from '../support/composed-meeting.ts';
import { required } from '../support/required.ts';

const SECRET = 'Hemlock';

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
    const old = required(books.facts.find(({ kind, subject: of }) => kind === 'result' && of === subject));
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
