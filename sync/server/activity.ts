import type { InStatement } from '@libsql/client';
import { uuidv7 } from 'uuidv7';
import type { Act, ActivityKind, Changes } from '../../schema/activity.ts';
import { VALUE_LIMIT } from '../../schema/activity.ts';
import type { Entity, Rows } from '../../schema/rows.ts';
import type { NewActivity } from '../../schema/tables/activity.ts';
import { type ActivityRule, shownAs } from '../activity/activity-fields.ts';
import { chunksOf } from '../chunks.ts';
import type { MutatorName } from '../mutators.ts';
import type { Actor } from '../tx.ts';
import { serverEntities } from './entities.ts';
import { searchTextOf } from './tables.ts';
import type { WriteBuffer } from './tx.ts';

export type ActivityName = MutatorName | Act;

/** The device of a call and its sign-in (token family), as far as they are known. */
export type Origin = { device: string | null; sign_in: string | null };

export type About = { entity: ActivityKind; entity_id: string | null; title: string | null; changes?: Changes };

/** The author and the act. `about` says it of an act that changes no record itself; without it, such an act leaves no activity. */
type Doing = {
  action: ActivityName;
  actor: Pick<Actor, 'id' | 'name' | 'role'> | null;
  at: string;
  origin?: Origin | undefined;
  client?: string;
  about?: About | undefined;
};

/** The activities of what was written between the two buffers: one for each changed record. */
export const activitiesOf = (before: WriteBuffer, after: WriteBuffer, doing: Doing): NewActivity[] => {
  const found = new Map<string, About>();
  for (const isMinor of [false, true]) {
    if (isMinor && found.size > 0) break;
    for (const change of changesBetween(before, after)) addChange(found, change, after, isMinor);
  }
  const abouts = [...found.values()];
  if (abouts.length === 0 && doing.about) abouts.push(doing.about);
  return abouts.map((about) => newActivity(doing, about));
};

/** The record that a call names, where it asked for work without changing a row: a mail that is sent again. */
export const subjectOf = (before: WriteBuffer, after: WriteBuffer, args: unknown): About | undefined => {
  const { meeting_id, id = meeting_id } = (args ?? {}) as { id?: unknown; meeting_id?: unknown };
  if (after.effects.length === before.effects.length) return undefined;
  for (const { entity, id: known, row } of after.reads.rows.values()) {
    const rule = serverEntities[entity].activity as ActivityRule<unknown>;
    if (known !== id || !row) continue;
    if (rule.kind === 'record')
      return { entity: entity as ActivityKind, entity_id: known, title: shortTitle(rule.title(row)) };
    if (rule.kind !== 'part') continue;
    const [kind, entity_id] = rule.of(row);
    return { entity: kind, entity_id, title: titleOf(after, kind, entity_id, NO_ROW) };
  }
  return undefined;
};

export const newActivity = ({ action, actor, at, origin, client }: Doing, about: About): NewActivity => ({
  id: uuidv7(),
  at,
  actor_id: actor?.id ?? null,
  actor_name: actor?.name ?? null,
  actor_role: actor?.role ?? null,
  device: origin?.device ?? null,
  sign_in: origin?.sign_in ?? null,
  client: client ?? null,
  action,
  entity: about.entity,
  entity_id: about.entity_id,
  title: about.title,
  changes: about.changes ?? {},
});

type Row = Rows[Entity];
type Change = { entity: Entity; id: string; old: Row | null; row: Row | null };

const changesBetween = (before: WriteBuffer, after: WriteBuffer): Change[] => {
  const changes: Change[] = [];
  for (const [key, { entity, id, row }] of after.writes) {
    const earlier = before.writes.get(key);
    if (earlier && earlier.row === row) continue;
    changes.push({ entity, id, row, old: (earlier ? earlier.row : after.reads.rows.get(key)?.row) ?? null });
  }
  return changes;
};

const addChange = (found: Map<string, About>, change: Change, buffer: WriteBuffer, isMinor: boolean): void => {
  const { entity, id, old, row } = change;
  const rule = serverEntities[entity].activity as ActivityRule<Row>;
  const current = row ?? old;
  if (rule.kind === 'none' || !current || isMinor !== (rule.kind === 'part' && rule.isMinor === true)) return;
  const changes = changedFields(rule, change, buffer);
  if (old && row && Object.keys(changes).length === 0) return;
  const [kind, entity_id] = rule.kind === 'part' ? rule.of(current) : [entity as ActivityKind, id];
  const key = `${kind}/${entity_id}`;
  const known = found.get(key);
  const whole = rule.kind === 'part' ? NO_ROW : current;
  const about = { entity: kind, entity_id, title: titleOf(buffer, kind, entity_id, whole), changes };
  if (!known) found.set(key, about);
  // A second part of a kind, such as a refund beside its payment, has an activity of its own.
  else if (Object.keys(changes).some((field) => known.changes?.[field] !== undefined))
    found.set(`${entity}/${id}`, about);
  else known.changes = { ...known.changes, ...changes };
};

/** A part may have the id of its record. */
const NO_ROW = { id: '' } as Row;

/** A row that the act deletes is called as it was. */
const titleOf = (buffer: WriteBuffer, kind: ActivityKind, id: string, current: Row): string | null => {
  const rule = serverEntities[kind as Entity]?.activity as ActivityRule<Row> | undefined;
  if (rule?.kind !== 'record') return null;
  const row = current.id === id ? current : rowIn(buffer, kind as Entity, id);
  return row ? shortTitle(rule.title(row)) : null;
};

const shortTitle = (title: string): string =>
  title.length > VALUE_LIMIT ? `${title.slice(0, VALUE_LIMIT - 1)}…` : title;

const rowIn = <E extends Entity>({ writes, reads }: WriteBuffer, entity: E, id: string): Rows[E] | null | undefined => {
  const key = `${entity}/${id}`;
  return (writes.has(key) ? writes.get(key)?.row : reads.rows.get(key)?.row) as Rows[E] | null | undefined;
};

const changedFields = (
  rule: Exclude<ActivityRule<Row>, { kind: 'none' }>,
  change: Change,
  buffer: WriteBuffer,
): Changes => {
  const changes: Changes = {};
  const prefix = rule.kind === 'part' ? `${rule.name}.` : '';
  const [old, row] = [change.old, change.row] as (Record<string, unknown> | null)[];
  const addressOf = (id: string) => titleOf(buffer, 'address', id, NO_ROW) ?? id;
  for (const [field, shown] of Object.entries(rule.fields as Record<string, Parameters<typeof shownAs>[0]>)) {
    if (shown === 'never' || isSame(old?.[field], row?.[field])) continue;
    const values = [shownAs(shown, old?.[field], addressOf), shownAs(shown, row?.[field], addressOf)] as const;
    if ((!old || !row) && values.every((value) => value === null || value === false || value === 0)) continue;
    changes[prefix + field] = values[0] === undefined || values[1] === undefined ? null : [values[0], values[1]];
  }
  return changes;
};

const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (a ?? null) === (b ?? null) || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));

const PER_STATEMENT = 500;

/** Each gets the next place of its HOA. SQLite has one writer, so no two commits get the same. */
export const activityStatements = (hoa_id: string, activities: readonly NewActivity[]): InStatement[] =>
  chunksOf(activities, PER_STATEMENT).map((chunk) => ({
    sql: `INSERT INTO activity (hoa_id, seq, changes, ${COLUMNS.join(', ')}, search_text)
      SELECT ?1, last.seq + j.key + 1, j.value -> 'changes', ${VALUES}, j.value ->> 'search_text'
      FROM json_each(?2) j, (SELECT coalesce(max(seq), 0) AS seq FROM activity WHERE hoa_id = ?1) last`,
    args: [hoa_id, JSON.stringify(chunk.map((one) => ({ ...one, search_text: searchTextOf('activity', one) })))],
  }));

const COLUMNS = [
  'id',
  'at',
  'actor_id',
  'actor_name',
  'actor_role',
  'device',
  'sign_in',
  'client',
  'action',
  'entity',
  'entity_id',
  'title',
] as const satisfies (keyof NewActivity)[];
const VALUES = COLUMNS.map((name) => `j.value ->> '${name}'`).join(', ');
