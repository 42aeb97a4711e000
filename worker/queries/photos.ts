import type { PhotoEntity } from '../../schema/photos.ts';
import { shapes } from '../../sync/server/tables.ts';
import type { Actor } from '../../sync/tx.ts';
import { moreFiles } from '../jobs/files.ts';
import { type Condition, visibleTo } from './sql.ts';

/** A query of the file under a key, as the JSON `photo`, where one of these records that the viewer may see has it. */
export const visibleFile = (viewer: Actor, entities: readonly PhotoEntity[], key: string): Condition => {
  const queries = entities.flatMap((entity): Condition[] => {
    const table = shapes[entity].name;
    const visible = visibleTo(viewer, entity);
    const args = [key, ...visible.args];
    const first = `SELECT t.photo FROM ${table} t INDEXED BY ${table}_photo WHERE t.photo_url = ? AND ${visible.sql}`;
    return [
      { sql: first, args },
      { sql: moreFiles(entity, '?', 'f.value', visible.sql), args },
    ];
  });
  return {
    sql: `${queries.map(({ sql }) => sql).join(' UNION ALL ')} LIMIT 1`,
    args: queries.flatMap(({ args }) => args),
  };
};
