import type * as z from 'zod/mini';
import { addDays } from '../../schema/dates.ts';
import { centsOf } from '../../schema/dues.ts';
import { LATE_FEES_APPLY } from '../../schema/ledger.ts';
import { type OpeningLine, openingInput, openingUndoInput } from '../../schema/opening-balances.ts';
import type { Unsaved } from '../../schema/rows.ts';
import type { Account } from '../../schema/tables/accounts.ts';
import type { Entry } from '../../schema/tables/ledger.ts';
import { readBooks } from '../ledger/books.ts';
import { entryIdOf, type NewEntry } from '../ledger/entries.ts';
import { reversalOf } from '../ledger/entry-status.ts';
import { post } from '../ledger/post.ts';
import { assertReversible, entryToFollow, madeBy, reverse } from '../ledger/postings.ts';
import { authorize, mutator, Refusal, type Tx } from '../tx.ts';
import { assertNotOwn, canRecord, findAccount, openAccountFor, todayIn } from './entity.ts';
import { alreadyOpened, type LineMatch, matcherOf, unreversedOpenings } from './opening-match.ts';

type SkippedLine = { line: number; msg: string };
export type ImportOutcome = { posted: number; skipped: SkippedLine[] };

/** Posts what can be posted of an import's lines and says why the others are left out. What was posted before counts as
 * posted. */
export const importLines = async (
  tx: Tx,
  { import_id, lines, late_fees }: z.output<typeof openingInput>,
): Promise<ImportOutcome> => {
  authorize(canRecord(tx.actor));
  const named = [...new Set(lines.flatMap(({ account_id }) => account_id ?? []))];
  const [directory] = await Promise.all([readDirectory(tx), ...named.map((id) => findAccount(tx, id))]);
  const match = matcherOf(directory);
  const last = addDays(await todayIn(tx), 1);
  const matched = lines.map((line) => ({ line, match: line.as_of > last ? TOO_LATE : match(line) }));
  const outcomes = await Promise.all(
    [...Map.groupBy(matched, (one) => targetOf(one.match))].map(async ([target, group]) => {
      const refused = group.flatMap((one) => ('msg' in one.match ? { line: one.line.line, msg: one.match.msg } : []));
      if (target === '') return { posted: 0, skipped: refused };
      return postLines(tx, { import_id, late_fees, match: group[0]!.match, lines: group.map(({ line }) => line) });
    }),
  );
  return {
    posted: outcomes.reduce((sum, { posted }) => sum + posted, 0),
    skipped: outcomes.flatMap(({ skipped }) => skipped).sort((a, b) => a.line - b.line),
  };
};

const TOO_LATE: LineMatch = { state: 'unknown', msg: 'The date cannot be in the future.' };

const readDirectory = async (tx: Tx) => {
  const { hoa_id } = tx.actor;
  const [users, addresses, accounts] = await Promise.all([
    tx.list('user', 'hoa_id', hoa_id),
    tx.list('address', 'hoa_id', hoa_id),
    tx.list('account', 'hoa_id', hoa_id),
  ]);
  return { users, addresses, accounts };
};

const targetOf = (match: LineMatch): string =>
  match.state === 'found' ? match.account_id : match.state === 'new' ? match.user_id : '';

type Group = { import_id: string; late_fees: boolean; match: LineMatch; lines: readonly OpeningLine[] };

/** The lines of one account. */
const postLines = async (tx: Tx, { import_id, late_fees, match, lines }: Group): Promise<ImportOutcome> => {
  const account = await accountFor(tx, match, lines[0]!.as_of);
  const drafts = lines.map((line) => ({ line, draft: draftOf(tx, import_id, line, late_fees) }));
  const ids = drafts.map(({ draft }) => draft.id);
  const books = await readBooks(tx, account.id, ids);
  const { entries } = books;
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const earlier = unreversedOpenings(entries).filter(({ batch_id }) => batch_id !== import_id);
  const skipped: SkippedLine[] = [];
  const taken: NewEntry[] = [];
  for (const { line, draft } of drafts) {
    const known = byId.get(entryIdOf(account.id, draft.id));
    const msg = known
      ? againMessage(entries, known, draft)
      : earlier.length > 0
        ? await takenMessage(tx, account, earlier)
        : draft.amount_cents < 0 && (await ownMessage(tx, account));
    if (msg) skipped.push({ line: line.line, msg });
    else if (!known) taken.push(draft);
  }
  await post(tx, account, taken, books);
  return { posted: lines.length - skipped.length, skipped };
};

/** Why a line that was posted before is not as it was; undefined where it is. */
const againMessage = (entries: readonly Entry[], known: Entry, draft: NewEntry): string | undefined => {
  if (known.amount_cents !== draft.amount_cents) return 'This line was already imported with another amount.';
  const isSame = (['category', 'effective_on', 'due_on', 'memo'] as const).every(
    (field) => (known[field] ?? null) === (draft[field] ?? null),
  );
  if (!isSame) return 'This line was already imported with another date, category or memo.';
  return reversalOf(entries, known.id) ? 'This import was undone. Import the line again.' : undefined;
};

const accountFor = async (tx: Tx, match: LineMatch, opened_on: string): Promise<Unsaved<Account>> => {
  if (match.state === 'found') return (await tx.get('account', match.account_id))!;
  const user = match.state === 'new' ? await tx.get('user', match.user_id) : undefined;
  return openAccountFor(tx, user!, { opened_on });
};

const draftOf = (tx: Tx, import_id: string, line: OpeningLine, late_fees: boolean): NewEntry => {
  const amount_cents = centsOf(line.balance);
  return {
    id: `${import_id}-${line.line}`,
    kind: 'opening',
    category: line.category ?? null,
    amount_cents,
    effective_on: line.as_of,
    due_on: amount_cents > 0 ? (line.due_on ?? line.as_of) : null,
    memo: line.memo,
    batch_id: import_id,
    rule: late_fees && amount_cents > 0 ? LATE_FEES_APPLY : null,
    ...madeBy(tx.actor),
  };
};

const takenMessage = async (
  tx: Tx,
  account: Pick<Account, 'address_id' | 'holder_ids'>,
  earlier: readonly Entry[],
): Promise<string> => {
  const [address, holder] = await Promise.all([
    account.address_id ? tx.get('address', account.address_id) : undefined,
    tx.get('user', account.holder_ids[0]!),
  ]);
  const unit = address?.unit_number ? `, Unit ${address.unit_number}` : '';
  const home = address ? `${address.street}${unit}` : holder?.name || holder?.email;
  return alreadyOpened(home || 'This account', earlier);
};

/** Why the caller may not credit the account; undefined where they may. */
const ownMessage = (tx: Tx, account: Pick<Account, 'holder_ids'>): Promise<string | undefined> =>
  assertNotOwn(tx, account).then(() => undefined, messageOf);

const messageOf = (error: unknown): string => {
  if (error instanceof Refusal) return error.message;
  throw error;
};

const importOpening = mutator(openingInput, async (tx, args) => {
  const { posted, skipped } = await importLines(tx, args);
  if (posted === 0) throw new Refusal('conflict', skipped[0]!.msg);
});

export const IMPORT_NOT_FOUND = 'Import not found.';
const IMPORT_UNDONE = 'Import undone';

/** Reverses entries of an import as of their own day, but those of the caller's own account. What was reversed already stays;
 * what others follow is refused. */
const undoOpening = mutator(openingUndoInput, async (tx, { import_id, entry_ids }) => {
  authorize(canRecord(tx.actor));
  const found = await Promise.all(entry_ids.map((id) => entryToFollow(tx, id, [undoIdOf(id)])));
  if (found.some(({ source }) => source.kind !== 'opening' || source.batch_id !== import_id))
    throw new Refusal('not_found', IMPORT_NOT_FOUND);
  const refusals = await Promise.all(found.map(({ account }) => ownMessage(tx, account)));
  const allowed = found.filter((_, at) => refusals[at] === undefined);
  authorize(allowed.length > 0, refusals[0]);
  for (const { source } of allowed) {
    const { account, books } = await entryToFollow(tx, source.id, [undoIdOf(source.id)]);
    if (reversalOf(books.entries, source.id)) continue;
    assertReversible(tx, source, books.entries);
    const { effective_on } = source;
    await reverse(
      tx,
      { source, account, books },
      { id: undoIdOf(source.id), effective_on, reason: IMPORT_UNDONE, ...madeBy(tx.actor) },
    );
  }
});

const undoIdOf = (entry_id: string): string => `${entry_id.slice(entry_id.indexOf('.') + 1)}-undone`;

export const mutators = { importOpening, undoOpening };
