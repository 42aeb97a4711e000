import type { Context } from 'hono';
import type { Entity, Rows } from '../../schema/rows.ts';
import { synced } from '../../sync/index.ts';
import { ReadSet } from '../../sync/server/read-set.ts';
import { isVisible, orNotFound, type Synced } from '../../sync/tx.ts';
import type { Env } from '../deps.ts';

/** Throws Refusal('not_found') for missing and hidden rows alike. */
export const readVisibleRow = async <E extends Entity>(
  c: Context<Env>,
  entity: E,
  id: string,
  message: string,
): Promise<Rows[E]> => {
  const { deps, actor } = c.var;
  const row = orNotFound(await new ReadSet(deps.db, actor.hoa_id).row(entity, id), message);
  const rules = synced[entity] as Synced<Rows[E]>;
  return orNotFound(isVisible(rules, row, actor) ? row : undefined, message);
};
