import { addDays } from '../../schema/dates.ts';
import type { Payment } from '../../schema/tables/invoices.ts';
import type { Entry } from '../../schema/tables/ledger.ts';
import { dayInWords, labelInWords, listInWords, moneyInWords, percentInWords } from '../words.ts';
import { titleOf, wayOf } from './entry-titles.ts';
import type { Cover, Fold } from './fold.ts';

/** The rows that an explanation is made of: those of one account that its reader may see. */
export type ExplainRows = {
  entries: ReadonlyMap<string, Entry>;
  payments: ReadonlyMap<string, Payment>;
  fold: Fold<Entry>;
  /** The home of another account, for a transfer. */
  homeOf?: (account_id: string) => string | undefined;
};

/** `entry` is null where the reader's device does not hold it. */
export type ExplainLine = { entry: Entry | null; title: string; cents: number; on: string };

type Explanation = {
  /** The name of the entry in a list. */
  title: string;
  sentence: string;
  /** The credits that pay a debit. */
  covered_by: ExplainLine[];
  /** The debits that a credit pays. */
  covers: ExplainLine[];
  /** The entries that it follows and those that follow it, in order, itself among them. */
  chain: Entry[];
};

/** The cause of an entry and what became of it, in words (table 4 of the money specification). The same everywhere; it names no
 * number that is not in the entry, its rule or the fold. */
export const explain = (entry: Entry, rows: ExplainRows): Explanation => ({
  title: titleOf(entry, rows),
  sentence: sentenceOf(entry, rows),
  covered_by: linesOf(rows.fold.debits.get(entry.id)?.covers, rows, ({ credit_id }) => credit_id),
  covers: linesOf(rows.fold.credits.get(entry.id)?.covers, rows, ({ debit_id }) => debit_id),
  chain: chainOf(entry, rows),
});

const linesOf = (covers: readonly Cover[] = [], rows: ExplainRows, idOf: (cover: Cover) => string): ExplainLine[] =>
  [...Map.groupBy(covers, idOf)].map(([id, parts]) => {
    const entry = rows.entries.get(id) ?? null;
    const cents = parts.reduce((sum, part) => sum + part.cents, 0);
    return { entry, title: entry ? titleOf(entry, rows) : '', cents, on: parts.at(-1)!.on };
  });

type Sentence = (entry: Entry, rows: ExplainRows) => string;

const chargeSentence: Sentence = ({ invoice_id, memo, category, effective_on, due_on }) => {
  const title = memo ?? labelInWords(category ?? 'charge');
  const due = `due ${dayInWords(due_on ?? effective_on)}.`;
  return invoice_id ? `${title} for the period from ${dayInWords(effective_on)}, ${due}` : `${title}, ${due}`;
};

const lateFeeSentence: Sentence = (entry, rows) => {
  const rule = entry.rule ?? {};
  const charge = rows.entries.get(entry.source_id ?? '');
  const title = charge ? titleOf(charge, rows) : 'the charge';
  const open = moneyInWords(Number(rule.open_cents));
  const result = moneyInWords(Number(rule.result_cents));
  const days = Number(rule.days) === 1 ? '1 day' : `${rule.days} days`;
  const why = `Late fee: ${open} of ${title} was unpaid on ${dayInWords(addDays(entry.effective_on, -1))}, ${days} after it was due.`;
  const how =
    rule.formula === 'percent' ? `${percent(rule.percent_bp)} of ${open} = ${result}.` : `The fee is ${result}.`;
  if (rule.cap_cents == null || Number(rule.result_cents) <= entry.amount_cents) return `${why} ${how}`;
  return `${why} ${how} Limited to ${moneyInWords(Number(rule.cap_cents))}; ${moneyInWords(Number(rule.earlier_cents))} was charged before.`;
};

const interestSentence: Sentence = ({ rule, amount_cents }) => {
  const { from, to, rate_bp, base_cents, days } = rule ?? {};
  const span = `Interest from ${dayInWords(String(from))} to ${dayInWords(String(to))}`;
  const many = Number(days) === 1 ? '1 day' : `${days} days`;
  return `${span}: ${percent(rate_bp)} a year on ${moneyInWords(Number(base_cents))}, ${many} = ${moneyInWords(amount_cents)}.`;
};

const paymentSentence: Sentence = (entry, rows) => {
  const way = wayOf(entry, rows.payments);
  const paid = `Paid ${way ? `${way} ` : ''}on ${dayInWords(entry.effective_on)}.`;
  const credit = rows.fold.credits.get(entry.id);
  if (!credit) return paid;
  const covered = linesOf(credit.covers, rows, ({ debit_id }) => debit_id);
  const list = covered.map(({ title, cents }) => `${moneyInWords(cents)} of ${title}`);
  return [
    paid,
    ...(list.length > 0 ? [`It covered ${listInWords(list)}.`] : []),
    ...(credit.left_cents > 0 ? [`${moneyInWords(credit.left_cents)} is kept as credit.`] : []),
  ].join(' ');
};

const becauseOf =
  (verb: string): Sentence =>
  ({ amount_cents, reason }) =>
    `${moneyInWords(Math.abs(amount_cents))} was ${verb}: ${reason}.`;

const dayOfSource: Sentence = ({ source_id, effective_on }, { entries }) =>
  dayInWords(entries.get(source_id ?? '')?.effective_on ?? effective_on);

const reversalSentence: Sentence = (entry, rows) => {
  const source = rows.entries.get(entry.source_id ?? '');
  const what = source ? ` (${source.memo ?? titleOf(source, rows)})` : '';
  return `Reverses the entry of ${dayOfSource(entry, rows)}${what}: ${entry.reason}.`;
};

const transferSentence: Sentence = ({ amount_cents, rule, effective_on }, { homeOf }) => {
  const home = homeOf?.(String(rule?.other_account_id ?? '')) ?? 'the home';
  return `Moved ${amount_cents > 0 ? 'from' : 'to'} the account of ${home} with the sale on ${dayInWords(effective_on)}.`;
};

const SENTENCES: Record<Entry['kind'], Sentence> = {
  charge: chargeSentence,
  late_fee: lateFeeSentence,
  interest: interestSentence,
  opening: ({ effective_on }) => `Balance imported on ${dayInWords(effective_on)}.`,
  payment: paymentSentence,
  return: (entry, rows) =>
    `The payment of ${dayOfSource(entry, rows)} was returned on ${dayInWords(entry.effective_on)}: ${entry.reason}.`,
  refund: (entry, rows) =>
    `${moneyInWords(entry.amount_cents)} of the payment of ${dayOfSource(entry, rows)} was refunded: ${entry.reason}.`,
  credit: becauseOf('credited'),
  waiver: becauseOf('waived'),
  write_off: becauseOf('written off'),
  transfer: transferSentence,
  reversal: reversalSentence,
};

export const sentenceOf: Sentence = (entry, rows) => SENTENCES[entry.kind](entry, rows);

const percent = (basisPoints: unknown): string => percentInWords(Number(basisPoints));

const chainOf = (entry: Entry, { entries }: ExplainRows): Entry[] => {
  const followers = Map.groupBy(entries.values(), ({ source_id }) => source_id ?? '');
  let first = entry;
  for (let source = entries.get(first.source_id ?? ''); source; source = entries.get(first.source_id ?? ''))
    first = source;
  const found: Entry[] = [];
  const follow = (one: Entry) => {
    found.push(one);
    for (const next of followers.get(one.id) ?? []) follow(next);
  };
  follow(first);
  return found.sort((a, b) => compare(a.effective_on, b.effective_on) || compare(a.posted_at, b.posted_at));
};

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
