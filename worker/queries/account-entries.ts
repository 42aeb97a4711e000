import { type ExplainLine, explain } from '../../sync/ledger/explain.ts';
import { ENTRY_NOT_FOUND } from '../../sync/ledger/postings.ts';
import { accountStatement } from '../../sync/ledger/statement.ts';
import { statementCells } from '../../sync/ledger/statement-csv.ts';
import { type Actor, orNotFound, Refusal } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import type { DetailedAccountBody, ExplainedEntryBody, StatementBody } from '../shapes/accounts.ts';
import type { Asked } from './account-figures.ts';
import { type AccountRows, accountBody, readAccountRows } from './accounts.ts';
import { entryBody } from './ledger.ts';

type Reader = Pick<Deps, 'db' | 'now'>;
type Range = Asked & { from?: string | undefined; to?: string | undefined };

/** Throws Refusal('not_found'). */
export const readAccount = async (
  deps: Reader,
  viewer: Actor,
  id: string,
  asked: Asked = {},
): Promise<DetailedAccountBody> => {
  const rows = await readAccountRows(deps, viewer, id, asked);
  const open = rows.fold.open.map(({ entry, open_cents }) => ({ ...entryBody(entry, viewer), openCents: open_cents }));
  return { ...accountBody(rows), openDebits: open };
};

/** Throws Refusal('not_found'). */
export const readStatement = async (deps: Reader, viewer: Actor, id: string, range: Range): Promise<StatementBody> => {
  const rows = await readAccountRows(deps, viewer, id, range);
  const { lines, opening_cents, closing_cents } = statementOf(rows, range, { each_entry: true });
  const docs = lines.map(({ entry, balance_cents, corrects }) => ({
    ...entryBody(entry, viewer),
    balanceCents: balance_cents,
    corrects,
  }));
  return { docs, openingCents: opening_cents, closingCents: closing_cents };
};

/** Throws Refusal('not_found'). */
export const statementLines = async (deps: Reader, viewer: Actor, id: string, range: Range): Promise<string[][]> => {
  const rows = await readAccountRows(deps, viewer, id, range);
  return statementCells(statementOf(rows, range), rows.payments);
};

const statementOf = (
  { entries }: AccountRows,
  { from, to, as_of, known_at }: Range,
  options: { each_entry?: boolean } = {},
) => {
  const last = [to, as_of].filter((day) => day !== undefined).sort()[0] ?? null;
  return accountStatement(entries, { from: from ?? null, to: last, known_at }, options);
};

/** The id of an account stands before the first dot. Throws Refusal('not_found'). */
export const readExplainedEntry = async (deps: Reader, viewer: Actor, id: string): Promise<ExplainedEntryBody> => {
  const rows = await readAccountRows(deps, viewer, id.split('.')[0]!, {}).catch((error) => {
    throw error instanceof Refusal ? new Refusal('not_found', ENTRY_NOT_FOUND) : error;
  });
  const entries = new Map(rows.entries.map((entry) => [entry.id, entry]));
  const found = orNotFound(entries.get(id), ENTRY_NOT_FOUND);
  const { title, sentence, covers, covered_by, chain } = explain(found, { ...rows, entries });
  return {
    ...entryBody(found, viewer),
    pins: found.pins?.map(({ debit_id, amount_cents }) => ({ debit_id, amountCents: amount_cents })) ?? null,
    rule: found.rule,
    title,
    sentence,
    covers: covers.flatMap(lineBody),
    coveredBy: covered_by.flatMap(lineBody),
    chain: chain.map((one) => entryBody(one, viewer)),
  };
};

const lineBody = ({ entry, title, cents, on }: ExplainLine) =>
  entry ? [{ entry_id: entry.id, title, amountCents: cents, on }] : [];
