import { uuidv7 } from 'uuidv7';
import { type BulkRow, bulkInput } from '../../schema/bulk.ts';
import { addUsers, type BulkSummary, type NewPerson, refused } from '../../sync/bulk.ts';
import { batch } from '../../sync/server/retry.ts';
import { type Actor, Refusal } from '../../sync/tx.ts';
import { transactAs } from '../change.ts';
import type { Deps } from '../deps.ts';

/** Adds the people of a file and their addresses, all or none. Throws Refusal('invalid') whose paths are
 * `users[i].field`, or the reason's name where it is no single field's. */
export const bulkAdd = async (deps: Deps, actor: Actor, body: unknown): Promise<BulkSummary> => {
  const rows = parseRows(body).map((row) => ({ ...row, id: uuidv7(), address_id: uuidv7() }));
  const taken = await takenElsewhere(deps, actor, rows);
  let summary: BulkSummary | undefined;
  await toBulkRefusal(
    transactAs(deps, actor, async (tx) => {
      summary = await addUsers(tx, rows, taken);
    }),
  );
  return summary!;
};

const parseRows = (body: unknown): BulkRow[] => {
  const result = bulkInput.safeParse(body);
  if (result.success) return result.data.users;
  const issues = result.error.issues.map(({ path, message }) => ({ path: pathOf(path), msg: message }));
  throw new Refusal('invalid', issues[0]?.msg ?? 'Invalid input', issues);
};

/** `users[3].resident_email`. What is wrong with the list as a whole stands for the call. */
const pathOf = ([list, row, ...field]: PropertyKey[]): string =>
  row === undefined ? 'bulk_operation' : [`${String(list)}[${String(row)}]`, ...field].join('.');

/** The emails that another HOA's users have. */
const takenElsewhere = async ({ db }: Deps, { hoa_id }: Actor, rows: readonly NewPerson[]): Promise<Set<string>> => {
  const sql = `SELECT u.email FROM json_each(?) j CROSS JOIN users u ON u.email = j.value WHERE u.hoa_id <> ?`;
  const emails = JSON.stringify(rows.map((row) => row.resident_email));
  const [result] = await batch(db, [{ sql, args: [emails, hoa_id] }], 'read');
  return new Set(result?.rows.map(({ email }) => String(email)));
};

/** Somebody else took an email or an address at the same moment: the indexes say so. */
const toBulkRefusal = async (change: Promise<void>): Promise<void> => {
  try {
    await change;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'conflict') throw refused('duplicate_data', error.message);
    throw error;
  }
};
