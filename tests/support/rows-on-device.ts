import type { ListQuery, Lists } from '../../sync/index.ts';
import { can } from '../../sync/roles.ts';
import type { Person, TestContext } from './fixtures.ts';
import { rowsWith } from './search.ts';

type Row = { id: string };

/** Answers queries as the device of a viewer does who holds these rows, with the people and homes that the viewer may see. */
export const onDevice = async <E extends keyof Lists>(
  { db, hoa_id }: TestContext,
  viewer: Person,
  entity: E,
  rows: readonly Row[],
): Promise<(query: ListQuery<E>) => string[]> => {
  const isBoard = can(viewer.role, 'users.manage');
  const read = async (sql: string, own: string | null) => {
    const { rows: found } = await db.execute({ sql, args: [hoa_id] });
    return (found as unknown as Row[]).filter(({ id }) => isBoard || id === own);
  };
  const users = await read('SELECT * FROM users WHERE hoa_id = ?', viewer.id);
  const homes = await read('SELECT id, street, unit_number FROM addresses WHERE hoa_id = ?', viewer.address_id);
  const keyed = (of: string, held: readonly Row[]) => held.map((row) => [`${of}/${row.id}`, row] as const);
  const device = rowsWith(
    Object.fromEntries([...keyed('user', users), ...keyed('address', homes), ...keyed(entity, rows)]),
  );
  return (query) => device.query(entity, query, Infinity).map(({ id }) => id);
};
