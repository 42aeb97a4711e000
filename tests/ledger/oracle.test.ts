import { expect, test } from 'vitest';
import { addDays, daysBetween } from '../../schema/dates.ts';
import { fold } from '../../sync/ledger/fold.ts';
import { type Account, FIRST_DAY, LAST_DAY } from '../support/ledger-office.ts';
import { oracleFold } from '../support/ledger-oracle.ts';
import type { OracleRules } from '../support/ledger-oracle-rules.ts';
import { liveAccount } from '../support/ledger-weeks.ts';
import { type Random, randomOf } from '../support/random.ts';
import { runs } from '../support/runs.ts';

const SEEDS = Array.from({ length: runs(6, 200) }, (_, at) => at + 1);
const ACCOUNTS = Array.from({ length: 50 }, (_, at) => at);
const accountOf = (seed: number, nth: number) => liveAccount(seed * 1_000 + nth);

/** The figures of the product, in the words of the second fold. */
const folded = ({ entries }: Account, rules: OracleRules) => {
  const { debits, credits, ...figures } = fold(entries, rules);
  const open = [...debits].map(([id, { open_cents }]) => [id, open_cents] as const);
  const left = [...credits].map(([id, { left_cents }]) => [id, left_cents] as const);
  return {
    balance: figures.balance_cents,
    due: figures.due_now_cents,
    coming: figures.coming_cents,
    overdue: figures.overdue_cents,
    credit: figures.credit_cents,
    open: Object.fromEntries(open.filter(([, cents]) => cents > 0)),
    left: Object.fromEntries(left.filter(([, cents]) => cents > 0)),
  };
};

/** The last day of all, and days of the account's life as they are known now and as they were known then. */
const viewsOf = ({ today, plans, policies }: Account, { below }: Random): OracleRules[] => {
  const days = daysBetween(FIRST_DAY, today);
  const someDay = () => addDays(FIRST_DAY, below(days + 1));
  const known_at = `${someDay()}T23:59:59.999Z`;
  const views = [{ as_of: LAST_DAY }, { as_of: today }, { as_of: someDay() }, { as_of: someDay(), known_at }];
  return views.map((view) => ({ plans, policies, ...view }));
};

test.each(SEEDS)(
  '[ALLO-01] [INVAR-01] fifty accounts have the figures, and their charges and credits what is left, of a second fold (seed %i)',
  (seed) => {
    const random = randomOf(seed);
    for (const nth of ACCOUNTS) {
      const account = accountOf(seed, nth);
      for (const rules of viewsOf(account, random)) {
        const { reserved: _, ...expected } = oracleFold(account.entries, rules);
        expect({ nth, ...rules, ...folded(account, rules) }).toEqual({ nth, ...rules, ...expected });
      }
    }
  },
);

test.each(SEEDS)(
  '[ALLO-03] [ALLO-05] nothing is owed beside credit, but what is reserved for a charge that is still to come (seed %i)',
  (seed) => {
    for (const nth of ACCOUNTS) {
      const { entries, today, ...rules } = accountOf(seed, nth);
      for (const as_of of [LAST_DAY, today, addDays(today, -20)]) {
        const { open, credits } = fold(entries, { ...rules, as_of });
        const isToCome = (id: string) => entries.every((entry) => entry.id !== id || entry.effective_on > as_of);
        const free = [...credits.values()].filter(({ left_cents, pins }) => {
          const reserved = pins.filter(({ debit_id }) => isToCome(debit_id));
          return left_cents > reserved.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
        });
        expect({ nth, as_of, open, free: open.length > 0 ? free : [] }).toMatchObject({ nth, as_of, open, free: [] });
      }
    }
  },
);

test('[OPEN-05] [ALLO-05] the accounts know every kind of entry, plans that end, and money for what is undone on its own day', () => {
  const accounts = SEEDS.flatMap((seed) => ACCOUNTS.map((nth) => accountOf(seed, nth)));
  const kinds = new Set(accounts.flatMap(({ entries }) => entries.map(({ kind }) => kind)));
  const ends = new Set(accounts.flatMap(({ plans }) => plans.map(({ status }) => status)));
  const stranded = accounts.flatMap(({ entries }) => {
    const undone = entries.filter(({ id, kind, effective_on }) =>
      entries.some((e) => kind === 'opening' && e.source_id === id && e.effective_on === effective_on),
    );
    return entries.filter(({ pins }) => pins?.some(({ debit_id }) => undone.some(({ id }) => id === debit_id)));
  });
  expect(kinds.size).toBe(12);
  expect(ends).toEqual(new Set(['active', 'finished', 'broken', 'canceled']));
  expect(stranded.length).toBeGreaterThan(20);
});
