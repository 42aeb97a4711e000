import { type OracleFigures, oracleFold } from './ledger-oracle.ts';
import type { OracleEntry, OraclePlan, OracleRules } from './ledger-oracle-rules.ts';
import { type Random, randomOf } from './random.ts';

export const FIRST_DAY = '2030-01-01';
export const LAST_DAY = '9999-12-31';

/** The rows of one account after some months of an association's ordinary work, each made on `today` of its time. */
export type Account = {
  today: string;
  entries: OracleEntry[];
  plans: OraclePlan[];
  policies: OracleRules['policies'][number][];
};

/** The means that an act of the board, a holder or the nightly work may use. */
export type Office = Account &
  Pick<Random, 'chance' | 'pick' | 'pickIfAny'> & {
    whole(from: number, to: number): number;
    /** Some of a list, at least one where there is any. */
    some<T>(list: readonly T[]): T[];
    newId(): string;
    now(): string;
    figures(): OracleFigures;
    add(entry: Pick<OracleEntry, 'kind' | 'amount_cents'> & Partial<OracleEntry>): OracleEntry;
  };

/** A seed gives the same office each time. */
export const openOffice = (seed: number): Office => {
  const random = randomOf(seed);
  const whole = (from: number, to: number) => from + random.below(to - from + 1);
  let made = 0;
  const next = () => {
    made += 1;
    return made;
  };
  let known: { of: string; figures: OracleFigures } | undefined;
  const office: Office = {
    today: FIRST_DAY,
    entries: [],
    plans: [],
    policies: [],
    chance: random.chance,
    whole,
    pick: random.pick,
    pickIfAny: random.pickIfAny,
    some: (list) => {
      const one = whole(0, list.length - 1);
      return list.filter((_, at) => at === one || random.chance(0.25));
    },
    newId: () => `a.${whole(0, 0xffffff).toString(16)}-${next()}`,
    now: () => new Date(Date.parse(`${office.today}T10:00:00Z`) + next() * 1000).toISOString(),
    figures: () => {
      const of = JSON.stringify([office.entries.length, office.plans, office.policies.length]);
      if (known?.of !== of) known = { of, figures: oracleFold(office.entries, { ...office, as_of: LAST_DAY }) };
      return known.figures;
    },
    add: (given) => {
      const entry = { id: office.newId(), effective_on: office.today, posted_at: office.now(), ...given };
      office.entries.push(entry);
      return entry;
    },
  };
  return office;
};
