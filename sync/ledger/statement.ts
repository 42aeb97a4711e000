import type { Entry } from '../../schema/tables/ledger.ts';
import { byDay } from './order.ts';

/** Calendar dates, both included; null for no limit. `known_at` is an instant: what was posted later is left out. */
type StatementRange = { from: string | null; to: string | null; known_at?: string | undefined };

/** `corrects` marks an entry that was reversed, and its reversal. One that was reversed on its own day stands together with the
 * reversal in one line, whose cents are 0. */
export type StatementLine = { entry: Entry; cents: number; balance_cents: number; corrects: boolean };

export type AccountStatement = {
  opening_cents: number;
  lines: StatementLine[];
  charged_cents: number;
  paid_cents: number;
  closing_cents: number;
};

/** The entries of one account over a range, oldest first, each with the balance after it. `hide_corrections` leaves reversed
 * entries and their reversals out where both lie within the range, so that no other figure changes outside their dates.
 * `each_entry` gives a line to each entry, also where it was reversed on its own day. */
export const accountStatement = (
  entries: readonly Entry[],
  { from, to, known_at }: StatementRange,
  { hide_corrections = false, each_entry = false }: { hide_corrections?: boolean; each_entry?: boolean } = {},
): AccountStatement => {
  const known = entries.filter(({ posted_at }) => known_at === undefined || posted_at <= known_at).sort(byDay);
  const opening_cents = sumOf(known.filter(({ effective_on }) => from !== null && effective_on < from));
  const within = known.filter(
    ({ effective_on }) => (from === null || effective_on >= from) && (to === null || effective_on <= to),
  );
  const lines = linesOf(within, opening_cents, { hide_corrections, each_entry });
  return {
    opening_cents,
    lines,
    charged_cents: lines.reduce((sum, { cents }) => sum + Math.max(0, cents), 0),
    paid_cents: lines.reduce((sum, { cents }) => sum - Math.min(0, cents), 0),
    closing_cents: opening_cents + sumOf(within),
  };
};

const linesOf = (
  entries: readonly Entry[],
  opening_cents: number,
  { hide_corrections, each_entry }: { hide_corrections: boolean; each_entry: boolean },
): StatementLine[] => {
  const { reversed, ...corrections } = correctionsIn(entries);
  const onItsDay = each_entry ? new Set<string>() : corrections.onItsDay;
  let balance_cents = opening_cents;
  return entries.flatMap((entry) => {
    const source = entry.kind === 'reversal' ? String(entry.source_id) : '';
    const corrects = reversed.has(entry.id) || reversed.has(source);
    if (onItsDay.has(source) || (corrects && hide_corrections)) return [];
    const cents = onItsDay.has(entry.id) ? 0 : entry.amount_cents;
    balance_cents += cents;
    return [{ entry, cents, balance_cents, corrects }];
  });
};

/** Ids of the entries that are reversed within the range, and of those that are so on their own day. */
const correctionsIn = (entries: readonly Entry[]) => {
  const days = new Map(entries.map(({ id, effective_on }) => [id, effective_on]));
  const reversals = entries.filter(({ kind, source_id }) => kind === 'reversal' && days.has(String(source_id)));
  const sameDay = reversals.filter(({ source_id, effective_on }) => days.get(String(source_id)) === effective_on);
  const sourcesOf = (some: readonly Entry[]) => new Set(some.map(({ source_id }) => String(source_id)));
  return { reversed: sourcesOf(reversals), onItsDay: sourcesOf(sameDay) };
};

const sumOf = (entries: readonly Entry[]): number => entries.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
