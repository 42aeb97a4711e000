import { draftEntry, entryIdOf, type NewEntry } from '../entries.ts';
import type { FeeBooks, FeeOptions } from './books.ts';
import { interestBearing, interestDays, interestOf } from './interest.ts';
import { feeOf, type Outlook, outlookOn } from './late-fees.ts';
import type { Slot } from './slots.ts';

/** `through` is the last day that was looked at, null where there was none. */
type DueFees = { entries: NewEntry[]; through: string | null };

/** The late fees and interest of an account that are to be posted up to `today`, those of the earliest day first. Each day is
 * looked at once: nothing comes of days up to `fees_through`. Late fees of days before `from` are passed over. */
export const dueFees = (
  books: FeeBooks,
  options: FeeOptions,
  { today, from = '' }: { today: string; from?: string },
): DueFees => {
  const due: DueFees = { entries: [], through: null };
  if (books.account.status === 'closed' || !options.policies.some(({ kind }) => FEES.includes(kind))) return due;
  let known = books;
  for (;;) {
    const after = due.through ?? books.account.fees_through ?? '';
    const found = nextPosting(known, options, { after, today, from });
    due.through = found.on ?? due.through;
    if (found.entries.length === 0) return due;
    due.entries.push(...found.entries);
    known = withEntries(known, found.entries);
  }
};
const FEES: readonly string[] = ['late_fee', 'interest'];

export const withEntries = (books: FeeBooks, added: readonly NewEntry[]): FeeBooks => ({
  ...books,
  entries: [...books.entries, ...added.map((entry) => draftEntry(books.account.id, entry))],
});

type Span = { after: string; today: string; from: string };

/** The entries of the earliest day that posts any; `on` is the last day that was looked at. */
const nextPosting = (books: FeeBooks, options: FeeOptions, span: Span): { on: string | null; entries: NewEntry[] } => {
  const { after, today, from } = span;
  const outlook = outlookOn(books, options, { through: today });
  const bearing = interestBearing(books.entries, options);
  const firsts = new Set(interestDays(bearing, after, today));
  const slots = outlook.slots.filter(({ on }) => on > after && on <= today);
  let reached: string | null = null;
  for (const on of [...new Set([...firsts, ...slots.map((slot) => slot.on)])].sort()) {
    reached = on;
    const interest = firsts.has(on) ? withoutKnown(books, interestOf(books, outlook, bearing, on)) : [];
    const ofDay = on < from ? [] : slots.filter((slot) => slot.on === on);
    const fees = feesOf(books, interest, { ofDay, outlook, options });
    if (interest.length + fees.length > 0) return { on, entries: [...interest, ...fees] };
  }
  return { on: reached, entries: [] };
};

/** Fees are counted by what is open once the interest of the days before is there. */
const feesOf = (
  books: FeeBooks,
  interest: readonly NewEntry[],
  { ofDay, outlook, options }: { ofDay: readonly Slot[]; outlook: Outlook; options: FeeOptions },
): NewEntry[] => {
  if (ofDay.length === 0) return [];
  const known = withEntries(books, interest);
  const then = interest.length > 0 ? outlookOn(known, options, { through: ofDay[0]!.on }) : outlook;
  return withoutKnown(
    books,
    ofDay.flatMap((slot) => feeOf(known, then, slot) ?? []),
  );
};

const withoutKnown = ({ account, entries }: FeeBooks, drafts: readonly NewEntry[]): NewEntry[] =>
  drafts.filter(({ id }) => !entries.some((entry) => entry.id === entryIdOf(account.id, id)));
