import type { Entity } from '../../schema/rows.ts';
import { entities } from '../../sync/index.ts';
import { alternatives } from '../../sync/list.ts';
import { shapes } from '../../sync/server/tables.ts';
import { type Actor, type AudienceRule, audiencesOf } from '../../sync/tx.ts';
import { comparisonsOf, isList, type Test, testsOf, type Where } from '../../sync/where.ts';

/** A condition on a table aliased `t`. */
export type Condition = { sql: string; args: (string | number | null)[] };

const TRUE: Condition = { sql: 'TRUE', args: [] };

export const all = (conditions: readonly Condition[]): Condition => {
  const some = conditions.filter((condition) => condition !== TRUE);
  return some.length === 0 ? TRUE : { sql: some.map(({ sql }) => sql).join(' AND '), args: argsOf(some) };
};

export const any = (conditions: readonly Condition[]): Condition => {
  const [first] = conditions;
  if (conditions.includes(TRUE)) return TRUE;
  if (first && conditions.length === 1) return first;
  return { sql: `(${conditions.map(({ sql }) => sql).join(' OR ') || 'FALSE'})`, args: argsOf(conditions) };
};

const argsOf = (conditions: readonly Condition[]) => conditions.flatMap(({ args }) => args);

export const whereSql = <Row>(where: Where<Row> | readonly Where<Row>[]): Condition =>
  any(alternatives(where).map((one) => all(testsOf(one).map(([field, test]) => testSql(`t.${field}`, test)))));

const testSql = (column: string, test: Test): Condition => {
  if (test === null) return { sql: `${column} IS NULL`, args: [] };
  if (typeof test !== 'object')
    return { sql: `${column} = ?`, args: [typeof test === 'boolean' ? Number(test) : test] };
  if ('has' in test) return { sql: `EXISTS (SELECT 1 FROM json_each(${column}) WHERE value = ?)`, args: [test.has] };
  if (isList(test)) return { sql: `${column} IN (SELECT value FROM json_each(?))`, args: [JSON.stringify(test)] };
  return all(comparisonsOf(test).map(({ sql, bound }) => ({ sql: `${column} ${sql} ?`, args: [bound] })));
};

/** Derived from the audiences that `entities` declares. */
export const visibleTo = (viewer: Actor, entity: Entity): Condition => {
  const audiences: readonly AudienceRule<Record<string, unknown>>[] = entities[entity].audiences;
  const ofHoa = { sql: 't.hoa_id = ?', args: [viewer.hoa_id] };
  const rules = audiences.flatMap((rule) => ruleSql(viewer, entity, rule));
  if (rules.includes(TRUE) || !audiences.some((rule) => 'heldIn' in rule)) return all([ofHoa, any(rules)]);
  // SQLite takes an index for each alternative only where the alternative names all its columns.
  return any(rules.map((rule) => all([ofHoa, rule])));
};

const ruleSql = (viewer: Actor, entity: Entity, rule: AudienceRule<Record<string, unknown>>): Condition[] => {
  const when = whereSql(rule.when ?? {});
  if ('audience' in rule) return audiencesOf(viewer).includes(rule.audience) ? [when] : [];
  if ('heldIn' in rule) return [all([when, testSql(`t.${rule.heldIn}`, viewer.account_ids ?? [])])];
  return [
    all([when, testSql(`t.${rule.namedIn}`, isListColumn(entity, rule.namedIn) ? { has: viewer.id } : viewer.id)]),
  ];
};

const isListColumn = (entity: Entity, column: string) =>
  shapes[entity].columns.some(({ name, kind }) => name === column && kind === 'json');

/** A query of (id, hoa_id, audience): who may see each row of which `where` holds, as `entities` declares it. */
export const audienceRows = (entity: Entity, where: Condition): Condition => {
  const audiences: readonly AudienceRule<Record<string, unknown>>[] = entities[entity].audiences;
  const queries = audiences.map((rule): Condition => {
    const { audience, join } = audienceSql(entity, rule);
    const { sql, args } = all([where, whereSql(rule.when ?? {}), { sql: `${audience} IS NOT NULL`, args: [] }]);
    return {
      sql: `SELECT t.id, t.hoa_id, ${audience} AS audience FROM ${shapes[entity].name} t${join} WHERE ${sql}`,
      args,
    };
  });
  return { sql: queries.map(({ sql }) => sql).join(' UNION ALL '), args: argsOf(queries) };
};

const audienceSql = (entity: Entity, rule: AudienceRule<Record<string, unknown>>) => {
  if ('audience' in rule) return { audience: `'${rule.audience}'`, join: '' };
  if ('heldIn' in rule) return { audience: `t.${rule.heldIn}`, join: '' };
  if (isListColumn(entity, rule.namedIn))
    return { audience: 'named.value', join: `, json_each(t.${rule.namedIn}) named` };
  return { audience: `t.${rule.namedIn}`, join: '' };
};
