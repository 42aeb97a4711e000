import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MeetingFact, Motion } from '../../schema/tables/meetings.ts';
import type { MinutesText } from '../../schema/tables/minutes.ts';
import type { FactOf, MeetingBooks } from '../../sync/meetings/books.ts';
import { meetingBooks } from '../../sync/meetings/meeting-books.ts';
import { versionsOfSection } from '../../sync/meetings/minutes/minutes-versions.ts';
import { motionStateOf } from '../../sync/meetings/motions/motions.ts';
import { partiesOf } from '../../sync/meetings/motions/recusal.ts';
import { methodOf, tallyOf } from '../../sync/meetings/motions/tally.ts';
import { presenceOf } from '../../sync/meetings/presence.ts';
import { quorumOf } from '../../sync/meetings/quorum.ts';
import { histories, play, whatIsShown } from '../support/meeting-histories.ts';
import { nth, required } from '../support/required.ts';
import { runs } from '../support/runs.ts';

const always = <T>(more: fc.Arbitrary<T>, rule: (history: Parameters<typeof play>[0], more: T) => void) =>
  fc.assert(fc.property(histories, more, rule), { numRuns: runs(150, 5_000) });

const shuffled = (books: MeetingBooks, seed: number): MeetingBooks => {
  const mix = <T>(rows: readonly T[]): T[] =>
    rows
      .map((row, index) => [((index + 1) * (seed + 7) * 7_919) % 1_009, row] as const)
      .sort(([a], [b]) => a - b)
      .map(([, row]) => row);
  const { roll, items, facts, proxies } = books;
  return meetingBooks({ ...books, roll: mix(roll), items: mix(items), facts: mix(facts), proxies: mix(proxies) });
};

test('[INV-01] after all have synced, every device shows the same, in whatever order the rows came', () => {
  always(fc.nat(1_000), (history, seed) => {
    const devices = play(history);
    const shown = whatIsShown(nth(devices, 0));
    for (const books of [...devices.slice(1), shuffled(nth(devices, 0), seed)])
      expect(whatIsShown(books)).toEqual(shown);
  });
});

test('[INV-01] what is kept for the same rows is what is computed anew', () => {
  always(fc.constant(null), (history) => {
    play(history, (books) =>
      expect(whatIsShown(books)).toEqual(whatIsShown(meetingBooks({ ...books, facts: [...books.facts] }))),
    );
  });
});

test('[INV-01] what is kept while facts come in any order is what is computed from all of them at once', () => {
  always(fc.nat(1_000), (history, seed) => {
    const [books] = play(history) as [MeetingBooks];
    const places = new Map(shuffled(books, seed).facts.map((fact, place) => [fact, place]));
    const untilPlace = (last: number) => books.facts.filter((fact) => required(places.get(fact)) <= last);
    let held = meetingBooks({ ...books, facts: [] });
    const kept = books.facts.map((_, last) => {
      held = meetingBooks({ ...books, facts: untilPlace(last) }, held);
      return whatIsShown(held);
    });
    for (const [last, shown] of kept.entries())
      expect(shown).toEqual(
        whatIsShown(meetingBooks({ ...books, facts: untilPlace(last).map((fact) => ({ ...fact })) })),
      );
  });
});

test('[INV-02] a unit counts once in presence, quorum and each motion; nobody is present beyond the roll', () => {
  always(fc.constant(null), (history) => {
    play(history, (books, motion) => {
      const { present } = presenceOf(books);
      const quorum = quorumOf(books, presenceOf(books));
      const { eligible } = tallyOf(books, motion, presenceOf(books));
      expect(new Set(present.map(({ unit }) => unit.id)).size).toBe(present.length);
      expect(new Set(eligible).size).toBe(eligible.length);
      expect(quorum.weight).toBeLessThanOrEqual(quorum.weight_total);
      expect(quorum.units).toBeLessThanOrEqual(quorum.units_total);
    });
  });
});

test('[INV-03] for, against, abstain, contested and unmarked are the eligible units present or marked', () => {
  always(fc.constant(null), (history) => {
    play({ ...history, method: 'roll_call' }, (books, motion) => {
      const presence = presenceOf(books);
      const tally = tallyOf(books, motion, presence);
      if (methodOf(books, motion) === 'count') return;
      const { totals, contested, unmarked, eligible, choices } = tally;
      const counted = totals.for.units + totals.against.units + totals.abstain.units;
      expect(counted + contested.length + unmarked.length).toBe(eligible.length);
      for (const choice of ['for', 'against', 'abstain'] as const) {
        const units = eligible.filter(({ id }) => choices.get(id) === choice);
        expect(totals[choice]).toEqual({ units: units.length, weight: units.reduce((sum, u) => sum + u.weight, 0) });
      }
      const marked = new Set(books.facts.filter(({ kind }) => kind === 'vote').map(({ subject }) => subject));
      for (const { id } of eligible) expect(marked.has(id) || required(presence.units.get(id)).way !== null).toBe(true);
    });
  });
});

test('[INV-04] a result stands as it was recorded until another one with a reason replaces it, or it is taken back', () => {
  always(fc.constant(null), (history) => {
    const recorded = new Map<string, string>();
    const check = (books: MeetingBooks, motion: Motion) => {
      const { results, result } = motionStateOf(books, motion);
      for (const fact of books.facts) {
        if (fact.kind !== 'result') continue;
        expect(JSON.stringify(fact.data)).toBe(recorded.get(fact.id));
        const mayReplace = (other: MeetingFact) => other.kind === 'voided' || (isResult(other) && !!other.data.reason);
        const replacing = books.facts.filter((other) => other.id !== fact.id && other.replaces.includes(fact.id));
        expect(results.some(({ id }) => id === fact.id)).toBe(!replacing.some(mayReplace));
      }
      if (result) expect(JSON.stringify(result.data)).toBe(recorded.get(result.id));
    };
    play(history, (books, motion, added) => {
      if (added?.kind === 'result') recorded.set(added.id, JSON.stringify(added.data));
      check(books, motion);
    }).map((books) => check(books, nth(books.motions, 0)));
  });
});

const isResult = (fact: MeetingFact | FactOf<'result'>): fact is FactOf<'result'> => fact.kind === 'result';

test('[INV-09] a party is in no open total and in no result of a device that knew; a revoked proxy counts nowhere', () => {
  always(fc.constant(null), (history) => {
    play(history, (books, motion, added) => {
      const presence = presenceOf(books);
      const { choices, counted } = tallyOf(books, motion, presence);
      const parties = partiesOf(books, required(books.items.find(({ id }) => id === motion.item_id)));
      for (const id of parties.keys()) expect(choices.has(id)).toBe(false);
      const revoked = new Map(books.proxies.filter(({ status }) => status === 'revoked').map((row) => [row.id, row]));
      for (const { people } of presence.units.values())
        for (const { proxy_id } of people) expect(revoked.has(proxy_id ?? '')).toBe(false);
      const votes = new Map(books.facts.map((fact) => [fact.id, fact as unknown as FactOf<'vote'>]));
      const inResult = added && isResult(added) ? (added as unknown as FactOf<'result'>).data.counted : [];
      for (const id of [...counted, ...inResult]) expect(revoked.has(id)).toBe(false);
      for (const vote of [...counted, ...inResult].map((id) => votes.get(id))) {
        if (vote?.kind !== 'vote') continue;
        expect(parties.has(vote.subject ?? '')).toBe(false);
        const proxy = revoked.get(vote.data.proxy_id ?? '');
        if (proxy) expect(vote.at < required(proxy.revoked_at)).toBe(true);
      }
    });
  });
});

type Typing = { device: number; sync: boolean; section: number };
const typing: fc.Arbitrary<Typing[]> = fc.array(
  fc.record({ device: fc.nat(3), sync: fc.boolean(), section: fc.nat(1) }),
  { maxLength: 40 },
);

test('[INV-10] the last text of every row of a section is a version of it, or one that a version replaced', () => {
  fc.assert(
    fc.property(typing, (steps) => {
      const server = new Map<string, MinutesText>();
      const devices = [0, 1, 2, 3].map(() => new Map<string, MinutesText>());
      for (const [n, { device, sync, section }] of steps.entries()) {
        const rows = nth(devices, device);
        if (sync) {
          for (const [id, row] of rows) server.set(id, row);
          for (const [id, row] of server) rows.set(id, row);
        }
        const item_id = section ? 'item' : null;
        const replaces = versionsOfSection([...rows.values()], item_id).map(({ id }) => id);
        const at = new Date(Date.UTC(2026, 10, 12, 19, 0, n)).toISOString();
        rows.set(`t${n}`, { id: `t${n}`, item_id, text: `Words ${n}`, replaces, at } as MinutesText);
      }
      const all = [...new Map(devices.flatMap((rows) => [...rows])).values()];
      for (const item_id of ['item', null]) {
        const reached = new Set<string>();
        const reach = (id: string): void => {
          if (reached.has(id)) return;
          reached.add(id);
          for (const row of all) if (row.id === id) row.replaces.forEach(reach);
        };
        for (const { id } of versionsOfSection(all, item_id)) reach(id);
        for (const row of all) if (row.item_id === item_id) expect(reached.has(row.id)).toBe(true);
      }
    }),
    { numRuns: runs(100, 2_000) },
  );
});
