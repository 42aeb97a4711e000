import { expect, test } from 'vitest';
import type { MeetingBooks } from '../../sync/meetings/books.ts';
import { isExecutiveMotion } from '../../sync/meetings/executive.ts';
import { meetingBooks } from '../../sync/meetings/meeting-books.ts';
import { sessionOf } from '../../sync/meetings/meeting-session.ts';
import { motionStateOf } from '../../sync/meetings/motions/motions.ts';
import { tallyOf } from '../../sync/meetings/motions/tally.ts';
import { presenceOf } from '../../sync/meetings/presence.ts';
import { quorumOf } from '../../sync/meetings/quorum.ts';
import { randomEvening } from '../support/meeting-evenings.ts';
import {
  oracleIsExecutive,
  oracleIsPresent,
  oracleQuorum,
  oracleSession,
  oracleStatus,
  oracleTally,
} from '../support/meeting-oracle.ts';
import { oracleAttendance } from '../support/meeting-oracle-attendance.ts';
import { randomOf } from '../support/random.ts';
import { required } from '../support/required.ts';
import { runs } from '../support/runs.ts';

/** Each is fifty meetings. */
const SEEDS = Array.from({ length: runs(8, 200) }, (_, at) => at + 1);
const MEETINGS = Array.from({ length: 50 }, (_, at) => at);
const INSTANTS = ['19:20', '19:50', '20:30'].map((clock) => `2026-11-12T${clock}:00.000Z`);
const byId = <Row extends { id: string }>(rows: readonly Row[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** The product's figures in the words of the second count. */
const counted = (books: MeetingBooks) => {
  const session = sessionOf(books);
  const pairs = (list: typeof session.recesses) => list.map(({ from, to }) => [from, to]);
  const quorum = (at?: string) => {
    const { present, total, met, light, units, weight } = quorumOf(books, presenceOf(books, at));
    return { present, total, met, light, units, weight };
  };
  return {
    session: {
      ...{ status: session.status, opened_at: session.opened_at, adjourned_at: session.adjourned_at },
      ...{ executive: pairs(session.executive), recesses: pairs(session.recesses), item_id: session.item_id },
    },
    ways: [undefined, ...INSTANTS].map((at) => {
      const { units } = presenceOf(books, at);
      return byId(books.roll).map(({ id }) => [id, required(units.get(id)).way, required(units.get(id)).proxy_id]);
    }),
    present: byId(presenceOf(books).present.map(({ unit }) => unit)).map(({ id }) => id),
    quorums: [undefined, ...INSTANTS].map(quorum),
    motions: byId(books.motions).map((motion) => {
      const { totals, contested, unmarked, doubled, adopts } = tallyOf(books, motion, presenceOf(books));
      const ids = (units: typeof contested) => units.map(({ id }) => id).sort();
      return {
        ...{ status: motionStateOf(books, motion).status, totals, adopts },
        executive: isExecutiveMotion(books, motion),
        ...{ contested: ids(contested), unmarked: ids(unmarked) },
        doubled: doubled.map((label) => label.toLowerCase()).sort(),
      };
    }),
  };
};

const expected = (books: MeetingBooks): ReturnType<typeof counted> => ({
  session: oracleSession(books) as ReturnType<typeof counted>['session'],
  ways: [undefined, ...INSTANTS].map((at) =>
    byId(books.roll).map((unit) => {
      const { way, byProxy } = oracleAttendance(books, unit, at);
      return [unit.id, way, byProxy];
    }),
  ),
  present: byId(books.roll.filter((unit) => oracleIsPresent(books, unit))).map(({ id }) => id),
  quorums: [undefined, ...INSTANTS].map((at) => oracleQuorum(books, at) as ReturnType<typeof quorumOf>),
  motions: byId(books.motions).map((motion) => ({
    status: oracleStatus(books, motion),
    executive: oracleIsExecutive(books, motion),
    ...oracleTally(books, motion),
  })),
});

/** The same rows in another order of arrival. */
const inOtherOrder = (books: MeetingBooks, seed: number): MeetingBooks => {
  const random = randomOf(seed);
  const mixed = <Row>(rows: readonly Row[]): Row[] =>
    rows
      .map((row) => [random.next(), row] as const)
      .sort(([a], [b]) => a - b)
      .map(([, row]) => row);
  const { roll, items, facts, motions, proxies } = books;
  return meetingBooks({
    ...books,
    roll: mixed(roll),
    items: mixed(items),
    facts: mixed(facts),
    motions: mixed(motions),
    proxies: mixed(proxies),
  });
};

/** Asks each time a few more facts have come, so that what is kept of the earlier ones is used. */
const growing = (books: MeetingBooks): MeetingBooks => {
  let held = meetingBooks({ ...books, facts: [] });
  for (let n = 0; n < books.facts.length; n += 4) {
    held = meetingBooks({ ...books, facts: books.facts.slice(0, n + 4) }, held);
    for (const motion of books.motions) {
      tallyOf(held, motion, presenceOf(held));
      motionStateOf(held, motion);
    }
  }
  return held;
};

test.each(SEEDS)(
  '[INV-01] [INV-02] [INV-03] fifty meetings of several devices have the presence, quorum, tallies and states of a second count, in whatever order their facts came (seed %i)',
  (seed) => {
    for (const nth of MEETINGS) {
      const books = randomEvening(seed * 1_000 + nth);
      const said = expected(books);
      expect({ nth, ...counted(books) }).toEqual({ nth, ...said });
      for (const order of [1, 2]) {
        const other = growing(inOtherOrder(books, seed * 10 + order));
        expect({ nth, order, ...counted(other) }).toEqual({ nth, order, ...said });
      }
    }
  },
);
