import { APPLICATION_ORDERS } from '../../schema/application.ts';
import { addDays, addMonths } from '../../schema/dates.ts';
import type { Category, Pin } from '../../schema/ledger.ts';
import type { Office } from './ledger-office.ts';
import type { OracleEntry } from './ledger-oracle-rules.ts';
import { nth, required } from './required.ts';

type Act = (office: Office) => void;

const DEBITS: readonly string[] = ['charge', 'late_fee', 'interest', 'opening', 'transfer'];
const debitsOf = ({ entries }: Office) => entries.filter((e) => DEBITS.includes(e.kind) && e.amount_cents > 0);
const openDebits = (office: Office) => debitsOf(office).filter(({ id }) => office.figures().open[id]);

const isReversed = ({ entries }: Office, { id }: OracleEntry) =>
  entries.some(({ kind, source_id }) => kind === 'reversal' && source_id === id);
const unreversed = (office: Office) => office.entries.filter((e) => e.kind !== 'reversal' && !isReversed(office, e));
/** Cents that are left of a payment or credit after its returns and refunds. */
const leftOf = (office: Office, { id, amount_cents }: OracleEntry) =>
  unreversed(office)
    .filter((e) => e.source_id === id && (e.kind === 'return' || e.kind === 'refund'))
    .reduce((left, e) => left - e.amount_cents, -amount_cents);

const dues: Act = ({ add, today, whole, pick }) => {
  const category = pick<Category>(['assessment', 'assessment', 'assessment', 'special_assessment', 'other']);
  add({ kind: 'charge', category, amount_cents: whole(1, 6) * 2_500, due_on: addDays(today, whole(0, 14)) });
};

const charge: Act = ({ add, today, whole, pick }) => {
  const category = pick<Category>(['fine', 'collection_cost', 'attorney_fee', 'other']);
  const effective_on = addDays(today, -whole(0, 3));
  add({
    kind: 'charge',
    category,
    amount_cents: whole(500, 9_000),
    effective_on,
    due_on: addDays(today, whole(0, 20)),
  });
};

const fee: Act = (office) => {
  const source = office.pickIfAny(openDebits(office).filter(({ kind }) => kind === 'charge'));
  const kind = office.pick(['late_fee', 'interest'] as const);
  if (source && (source.due_on ?? '') < office.today)
    office.add({ kind, amount_cents: office.whole(1, 2_500), source_id: source.id, due_on: office.today });
};

/** Money for chosen charges, for all of them, or on account; a check may have come days ago. */
const pay: Act = (office) => {
  const { open, credit } = office.figures();
  const chosen = office.chance(0.6) ? office.some(openDebits(office)) : [];
  const total = Object.values(open).reduce((sum, cents) => sum + cents, 0);
  const pins = chosen.map(({ id }): Pin => ({ debit_id: id, amount_cents: required(open[id]) }));
  const asked = pins.reduce((sum, { amount_cents }) => sum + amount_cents, 0) || total || (credit ? 0 : 10_000);
  const cents = office.pick([asked, asked, asked + office.whole(1, 4_000), Math.ceil(asked * 0.6)]);
  const effective_on = addDays(office.today, office.chance(0.3) ? -office.whole(1, 12) : 0);
  if (cents > 0)
    office.add({ kind: 'payment', amount_cents: -cents, effective_on, pins: pins.length > 0 ? pins : null });
};

/** Sometimes one that keeps a charge paid, as money of before the ledger does. */
const credit: Act = (office) => {
  const debit = office.chance(0.3) ? office.pickIfAny(openDebits(office)) : undefined;
  const cents = office.whole(100, 6_000);
  office.add({
    kind: 'credit',
    amount_cents: -cents,
    pins: debit ? [{ debit_id: debit.id, amount_cents: cents }] : null,
  });
};

const relieve: Act = (office) => {
  const source = office.pickIfAny(openDebits(office));
  if (!source) return;
  const open = required(office.figures().open[source.id]);
  const cents = office.chance(0.5) ? open : office.whole(1, open);
  const effective_on = latest(source.effective_on, addDays(office.today, -office.whole(0, 5)));
  office.add({
    kind: office.pick(['waiver', 'write_off']),
    amount_cents: -cents,
    effective_on,
    source_id: source.id,
  });
};

const latest = (...days: string[]) => nth(days.toSorted(), -1);

/** LEDG-05: as of its own day or later, and not while something stands on it. */
const reverse = (office: Office, source: OracleEntry, on: string): void => {
  const follows: readonly string[] = ['return', 'refund', 'waiver', 'write_off'];
  if (unreversed(office).some((e) => e.source_id === source.id && follows.includes(e.kind))) return;
  const effective_on = latest(source.effective_on, on);
  office.add({ kind: 'reversal', amount_cents: -source.amount_cents, effective_on, source_id: source.id });
};

const undo: Act = (office) => {
  const source = office.pickIfAny(unreversed(office));
  if (source) reverse(office, source, office.chance(0.4) ? source.effective_on : office.today);
};

const undoNewest: Act = (office) => {
  const source = unreversed(office).at(-1);
  if (source) reverse(office, source, source.effective_on);
};

/** REC-12. */
const correct: Act = (office) => {
  const wrong = office.pickIfAny(
    unreversed(office).filter((e) => e.kind === 'payment' && leftOf(office, e) === -e.amount_cents),
  );
  if (!wrong) return;
  const { effective_on, pins = null } = wrong;
  reverse(office, wrong, effective_on);
  office.add({ kind: 'payment', amount_cents: -office.whole(100, 12_000), effective_on, pins });
};

const giveBack: Act = (office) => {
  const source = office.pickIfAny(unreversed(office).filter(({ kind }) => kind === 'payment' || kind === 'credit'));
  const left = source ? leftOf(office, source) : 0;
  if (!source || left <= 0) return;
  const effective_on = latest(source.effective_on, addDays(office.today, -office.whole(0, 4)));
  const isReturn = source.kind === 'payment' && office.chance(0.5);
  const amount_cents = isReturn || office.chance(0.5) ? left : office.whole(1, left);
  office.add({ kind: isReturn ? 'return' : 'refund', amount_cents, effective_on, source_id: source.id });
  if (isReturn && office.chance(0.5))
    office.add({ kind: 'charge', category: 'returned_payment_fee', amount_cents: 2_500, due_on: office.today });
  const canceled = isReturn ? undefined : office.pickIfAny(debitsOf(office).filter((e) => !isReversed(office, e)));
  if (canceled && office.chance(0.3)) reverse(office, canceled, effective_on);
};

const openings = (office: Office) => unreversed(office).filter(({ kind }) => kind === 'opening');

/** OPEN-05: what was imported is undone as of its own day before it is imported again. */
const importOpenings: Act = (office) => {
  const earlier = openings(office);
  for (const entry of earlier) reverse(office, entry, entry.effective_on);
  if (openings(office).length > 0 || (earlier.length > 0 && office.chance(0.2))) return;
  const effective_on = addDays(office.today, -office.whole(0, 9));
  const again = earlier.map(({ amount_cents, category = null, effective_on: on }) => ({ amount_cents, category, on }));
  const fresh = Array.from({ length: office.whole(1, 3) }, () => ({
    amount_cents: office.whole(1, 8) * 2_500 * (office.chance(0.2) ? -1 : 1),
    category: office.pick<Category | null>([null, 'fine', 'late_fee']),
    on: effective_on,
  }));
  for (const { on, ...line } of again.length > 0 ? again : fresh)
    office.add({ kind: 'opening', ...line, effective_on: on, due_on: line.amount_cents > 0 ? on : null });
};

/** A balance that comes with a sale, or leaves with one. */
const transfer: Act = ({ add, figures, chance, whole, today }) => {
  const { balance } = figures();
  const cents = chance(0.5) && balance !== 0 ? -balance : whole(1, 5) * 2_000;
  add({ kind: 'transfer', amount_cents: cents, due_on: cents > 0 ? today : null });
};

const plan: Act = (office) => {
  const active = office.plans.find(({ status }) => status === 'active');
  const { open } = office.figures();
  if (active) {
    if (active.covers.every((id) => !open[id])) active.status = 'finished';
    else active.status = office.pick(['broken', 'canceled']);
    active.ended_on = office.today;
    active.ended_at = office.now();
    return;
  }
  const covers = office.some(openDebits(office)).map(({ id }) => id);
  const total = covers.reduce((sum, id) => sum + required(open[id]), 0);
  const count = office.whole(2, 4);
  if (total < count * 100) return;
  const part = Math.floor(total / count);
  const first = addDays(office.today, office.whole(0, 10));
  const instalments = Array.from({ length: count }, (_, at) => ({
    due_on: addMonths(first, at),
    cents: at === count - 1 ? total - part * at : part,
  }));
  const made = { covers, instalments, starts_on: office.today, made_at: office.now(), id: office.newId() };
  office.plans.push({ ...made, status: 'active', ended_on: null, ended_at: null });
};

const policy: Act = (office) => {
  const order = office.pick(APPLICATION_ORDERS);
  const steps = [
    ['late_fee', 'interest'],
    ['fine', 'other'],
    ['assessment', 'special_assessment'],
  ];
  office.policies.push({
    id: office.newId(),
    kind: 'application',
    starts_on: addDays(office.today, office.whole(0, 10)),
    made_at: office.now(),
    settings: { order, directed: office.chance(0.7), ...(order === 'own' && { steps }) },
  });
};

/** The acts of an association, and how often. */
export const WEEKLY: readonly (readonly [weight: number, act: Act])[] = [
  [22, dues],
  [6, charge],
  [6, fee],
  [26, pay],
  [3, credit],
  [6, relieve],
  [7, undo],
  [3, undoNewest],
  [3, correct],
  [7, giveBack],
  [6, importOpenings],
  [2, transfer],
  [4, plan],
  [2, policy],
];
