import type { Entity, Rows } from '../../schema/rows.ts';
import { entities } from '../../sync/index.ts';
import { ReadSet } from '../../sync/server/read-set.ts';
import { type Actor, isVisible, orNotFound } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';

/** Throws Refusal('not_found') for missing and hidden rows alike. */
export const readVisibleRow = async <E extends Entity>(
  deps: Deps,
  actor: Actor,
  entity: E,
  id: string,
  message: string,
): Promise<Rows[E]> => {
  const row = orNotFound(await new ReadSet(deps.db, actor.hoa_id).row(entity, id), message);
  const rules = entities[entity];
  return orNotFound(isVisible(rules, row, actor) ? row : undefined, message);
};
