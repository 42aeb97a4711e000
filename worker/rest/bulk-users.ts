import { uuidv7 } from 'uuidv7';
import { type BulkRow, bulkInput } from '../../schema/bulk.ts';
import { type Actor, Refusal } from '../../sync/tx.ts';
import { addUsers, type BulkSummary, bulkRefusal } from '../../sync/users/bulk.ts';
import type { Deps } from '../deps.ts';
import { transactAs } from '../run-mutator.ts';

/** Adds all people or none. Throws Refusal('invalid') with paths like `users[3].resident_email`, or with the name of
 * the reason if no single field is at fault. */
export const bulkAdd = async (deps: Deps, actor: Actor, body: unknown): Promise<BulkSummary> => {
  const rows = parseRows(body).map((row) => ({ ...row, id: uuidv7(), address_id: uuidv7() }));
  let summary: BulkSummary | undefined;
  await toBulkRefusal(
    transactAs(
      deps,
      actor,
      async (tx) => {
        summary = await addUsers(tx, rows);
      },
      { action: 'importUsers' },
    ),
  );
  return summary!;
};

const parseRows = (body: unknown): BulkRow[] => {
  const result = bulkInput.safeParse(body);
  if (result.success) return result.data.users;
  const issues = result.error.issues.map(({ path, message }) => ({ path: pathOf(path), msg: message }));
  throw new Refusal('invalid', issues[0]?.msg ?? 'Invalid input', issues);
};

const pathOf = ([list, row, ...field]: PropertyKey[]): string =>
  row === undefined ? 'bulk_operation' : [`${String(list)}[${String(row)}]`, ...field].join('.');

const toBulkRefusal = async (change: Promise<void>): Promise<void> => {
  try {
    await change;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'conflict') throw bulkRefusal('duplicate_data', error.message);
    throw error;
  }
};
