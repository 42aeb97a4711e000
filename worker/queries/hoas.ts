import { type Actor, orNotFound } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { recordBody } from '../http/rest-shapes.ts';
import type { AssociationBody } from '../shapes/people.ts';
import { queryOne } from './query.ts';

/** As all of its members may read it. */
export const readHoa = async ({ db }: Pick<Deps, 'db'>, { hoa_id }: Actor): Promise<AssociationBody> => {
  const sql = `SELECT id, name, street, city, state, zip, email, phone, time_zone, created_at FROM hoas WHERE id = ?`;
  return recordBody(orNotFound(await queryOne<StoredHoa>(db, sql, [hoa_id]), 'HOA not found'));
};

type StoredHoa = Omit<AssociationBody, '_id' | 'createdAt'> & { id: string; created_at: string };
