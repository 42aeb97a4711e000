import { describe, expect, test } from 'vitest';
import { displayOf } from '../../client/meetings/room/display.ts';
import type { MeetingFact } from '../../schema/tables/meetings.ts';
import type { ActionItem, MinutesText } from '../../schema/tables/minutes.ts';
import type { MeetingRows } from '../../sync/meetings/books.ts';
import { meetingBooks } from '../../sync/meetings/meeting-books.ts';
import { sessionOf } from '../../sync/meetings/meeting-session.ts';
import { minutesOf } from '../../sync/meetings/minutes/minutes.ts';
import { minutesHtml } from '../../sync/meetings/minutes/minutes-html.ts';
import { presenceOf } from '../../sync/meetings/presence.ts';
import { quorumOf } from '../../sync/meetings/quorum.ts';
import { Room, time } from '../support/meeting-books.ts';
import { RESULT } from '../support/meetings.ts';
import { nth } from '../support/required.ts';

const SECRET = 'Hemlock';

describe('what the rows make', () => {
  const CONTEXT = {
    hoa: 'Willow Creek',
    time_zone: 'UTC',
    nameOf: () => null,
    earlier_corrections: [],
  };

  /** An open motion and text before an executive session of 20:00 to 20:30, secret ones in it, on an item that is open. `stamped` tells
   * that their device knew of the session, and `shift` puts its clock ahead by so many minutes. */
  const evening = ({ stamped = false, shift = 0 } = {}) => {
    const room = new Room({ kind: 'board_regular', units: 3 });
    const clock = (minute: number) => new Date(Date.parse(time('19:00')) + minute * 60_000).toISOString();
    room.fact('called_to_order', '19:00', null, {});
    room.fact('item_started', '19:10', 'item', {});
    const began = room.fact('executive_started', '20:00', null, {});
    const at = (minute: number) => ({
      at: clock(minute + shift),
      recorded_at: clock(300),
      executive_session_id: stamped ? began.id : null,
    });
    const open = room.motion({ id: 'open', number: '1', at: clock(20) });
    room.fact('motion_text', '19:20', open.id, {}, { text: '<p>to mend the roof</p>' });
    room.fact('result', '19:25', open.id, RESULT);
    const secret = room.motion({ id: 'secret', number: '2', mover: `${SECRET} mover`, ...at(65) });
    const words = { text: `<p>${SECRET} words</p>`, ...at(66) };
    room.fact('motion_text', '20:06', secret.id, {}, words);
    room.fact('result', '20:07', secret.id, { ...RESULT, no_quorum_reason: `${SECRET} reason` }, at(67));
    room.fact('recused', '20:08', 'm:u1', { item_id: 'item', nature: `${SECRET} nature`, stays: true }, at(68));
    const ruling = { kind: 'ruling' as const, name: `${SECRET} chair` };
    room.fact('point_of_order', '20:09', 'item', ruling, { text: `<p>${SECRET} ruling</p>`, ...at(69) });
    room.fact('executive_ended', '20:30', null, {});
    const author = { meeting_id: 'm', item_id: 'item', by: 'sec', by_name: 'Sue', desk: 'Record', imported_by: null };
    const texts = [
      { id: 't1', text: '<p>The roof leaks.</p>', replaces: [], executive_session_id: null, at: clock(22), ...author },
      { id: 't2', text: `<p>The roof leaks. ${SECRET} text</p>`, replaces: ['t1'], ...author, ...at(70) },
    ] as unknown as MinutesText[];
    const action = {
      ...{ id: 'a', title: `${SECRET} action`, owner_id: null, owner_name: 'Bea', due_on: null, meeting_id: 'm' },
      ...{ item_id: 'item', motion_id: null, status: 'open', executive: false, created_at: at(71).at },
      executive_session_id: at(71).executive_session_id,
    } as unknown as ActionItem;
    return { books: meetingBooks({ ...room.books, texts }), action, room, began };
  };

  const htmlOf = (books: MeetingRows, action: ActionItem, form: 'public' | 'board' | 'executive') =>
    minutesHtml(minutesOf(meetingBooks(books), { ...CONTEXT, actions: [action] }, form));

  const SECRETS = ['mover', 'words', 'reason', 'nature', 'chair', 'ruling', 'text', 'action'].map(
    (one) => `${SECRET} ${one}`,
  );

  for (const [title, how] of [
    ['by its time', {}],
    ['by what its device knew, with a clock that is 50 minutes slow', { stamped: true, shift: -50 }],
    ['by what its device knew, with a clock that is an hour fast', { stamped: true, shift: 60 }],
  ] as const)
    test(`[MIN-11] [INV-06] what was made, said and decided in an executive session is executive ${title}`, () => {
      const { books, action } = evening(how);
      const open = htmlOf(books, action, 'public');
      expect(open).not.toContain(SECRET);
      expect(open).toContain('to mend the roof');
      expect(open).toContain('The roof leaks.');
      expect(open).toContain('The board met in executive session from 8:00 PM to 8:30 PM');
      const closed = htmlOf(books, action, 'executive');
      const all = htmlOf(books, action, 'board');
      for (const words of SECRETS) expect([closed, all].map((html) => html.includes(words))).toEqual([true, true]);
      expect(closed).not.toContain('to mend the roof');
    });

  test('[INV-06] [MOTION-01] a motion that was made in the open and decided or amended in an executive session is executive', () => {
    for (const kind of ['result', 'motion_text'] as const) {
      const { books, action, room } = evening();
      room.books = books;
      const late = kind === 'result' ? { ...RESULT, reason: 'Counted anew' } : { mover: 'Ann' };
      room.fact(kind, '20:10', 'open', late as never, {
        text: kind === 'result' ? '' : '<p>to mend the roof twice</p>',
      });
      expect(htmlOf(room.books, action, 'public')).not.toContain('to mend the roof');
    }
  });

  test('[INV-06] a time that cannot be right does not take a fact out of the executive session', () => {
    const { books, action, room } = evening();
    room.books = books;
    room.fact(
      'point_of_order',
      '23:00',
      'item',
      { kind: 'point', name: `${SECRET} late` },
      { recorded_at: time('20:10') },
    );
    expect(htmlOf(room.books, action, 'public')).not.toContain(SECRET);
  });

  test('[INV-06] what is written later from a text of the executive session stays in it', () => {
    const { books, action } = evening();
    const later = { ...nth(books.texts, 1), id: 't3', replaces: ['t2'], at: time('21:00'), executive_session_id: null };
    expect(htmlOf({ ...books, texts: [...books.texts, later] }, action, 'public')).not.toContain(SECRET);
  });

  test('[INV-06] an item that was heard in an executive session alone is executive but for its title', () => {
    const { books, action, room } = evening();
    room.books = {
      ...books,
      items: [...books.items, { ...nth(books.items, 0), id: 'heard', title: 'A lease', position: 9 }],
    };
    room.fact('item_started', '20:20', 'heard', {});
    const text = {
      ...nth(books.texts, 0),
      id: 't4',
      item_id: 'heard',
      text: `<p>${SECRET} lease</p>`,
      at: time('22:00'),
    };
    const all = { ...room.books, texts: [...books.texts, text] };
    expect(htmlOf(all, action, 'public')).not.toContain(SECRET);
    expect(htmlOf(all, action, 'public')).toContain('A lease');
    expect(htmlOf(all, action, 'executive')).toContain(`${SECRET} lease`);
  });

  test('[MEET-05] an executive session that was begun by mistake and taken back closes nothing', () => {
    for (const stamped of [true, false]) {
      const { books, action, room, began } = evening({ stamped });
      room.books = books;
      room.void(began, '20:40');
      for (const words of SECRETS) expect(htmlOf(room.books, action, 'public')).toContain(words);
    }
  });

  test('[SHOW-02] the display shows nothing of an executive session after it has ended', () => {
    const { books } = evening();
    const shown = displayOf({ books, session: sessionOf(books), quorum: quorumOf(books, presenceOf(books)) }, null);
    expect(JSON.stringify(shown)).not.toContain(SECRET);
    expect(shown.motion?.text).toContain('to mend the roof');
  });

  test('[INV-01] [INV-06] in whatever order the rows come, the same stands in the public minutes, and never a secret once all are there', () => {
    for (const how of [{}, { stamped: true, shift: 45 }]) {
      const { books, action } = evening(how);
      const expected = htmlOf(books, action, 'public');
      for (let seed = 1; seed <= 40; seed += 1) {
        const mixed = <Row>(rows: readonly Row[]): Row[] =>
          rows
            .map((row, n) => [((n + 1) * (seed + 11) * 7_919) % 1_013, row] as const)
            .sort(([a], [b]) => a - b)
            .map(([, row]) => row);
        const { facts, texts, motions } = books;
        const other = { ...books, facts: mixed(facts), texts: mixed(texts), motions: mixed(motions) };
        expect([seed, htmlOf(other, action, 'public')]).toEqual([seed, expected]);
      }
    }
  });

  test('[INV-06] a device that has not heard of the beginning yet closes what names it', () => {
    const { books, action, began } = evening({ stamped: true });
    const facts = books.facts.filter(({ id }) => id !== began.id) as MeetingFact[];
    expect(htmlOf({ ...books, facts }, action, 'public')).not.toContain(SECRET);
  });
});
