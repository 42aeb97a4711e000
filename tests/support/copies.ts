import { randomBytes } from 'node:crypto';
import type { InStatement } from '@libsql/client';
import { uuidv7 } from 'uuidv7';
import { batch } from '../../sync/server/retry.ts';
import type { Person, TestContext } from './fixtures.ts';

type Build<T> = (ctx: TestContext, more: readonly Person[]) => Promise<T>;
type Batch = TestContext['db']['batch'];
/** The writes from `start` to `end`, for people with the ids of `cast`. */
type Original<T> = { value: T; statements: InStatement[]; cast: string[]; start: string; end: string };

/** Repeats the writes of `build` in fresh HOAs, with its result, a JSON value. It runs once: for the people of a later context the
 * same statements are sent under other ids, in one batch and at that time. `more` are people of the context besides its own. */
export const copiesOf = <T>(build: Build<T>) => {
  let original: Original<T> | undefined;
  return async (ctx: TestContext, more: readonly Person[] = []): Promise<T> => {
    const cast = castOf(ctx, more);
    if (!original) {
      original = await record(ctx, cast, (ctx) => build(ctx, more));
      return original.value;
    }
    const { value, statements } = renamed(original, cast, new Date().toISOString());
    await batch(ctx.db, statements, 'write');
    return value;
  };
};

const castOf = ({ hoa_id, bea, rex, rita, sue, olga, otto }: TestContext, more: readonly Person[]): string[] => [
  hoa_id,
  olga.hoa_id,
  ...[bea, rex, rita, sue, olga, otto, ...more].flatMap(({ id, address_id }) => [id, address_id ?? id]),
];

const record = async <T>(
  { deps, ...ctx }: TestContext,
  cast: string[],
  build: (ctx: TestContext) => Promise<T>,
): Promise<Original<T>> => {
  const statements: InStatement[] = [];
  const recorded: Batch = async (sent, mode) => {
    const results = await deps.db.batch(sent, mode);
    if (mode === 'write') statements.push(...(sent as InStatement[]));
    return results;
  };
  const db = Object.assign(Object.create(deps.db), { batch: recorded });
  const start = new Date().toISOString();
  const value = await build({ ...ctx, db, deps: { ...deps, db } });
  return { value, statements: statements.filter(isKept), cast, start, end: new Date().toISOString() };
};

/** A guard, which asks whether the rows read are still so, has nothing to ask of a copy. */
const isKept = (statement: InStatement): boolean =>
  typeof statement === 'string' || !/^SELECT|sync_guard/.test(statement.sql);

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** The hash of a token that nobody uses. */
const HASH = /"[\w-]{43}"/g;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/** The same with other ids: those of the other cast, and a new one for each of the rest. */
const renamed = <T>({ value, statements, cast, start, end }: Original<T>, other: string[], now: string) => {
  const ids = new Map(cast.map((id, at) => [id, other[at]]));
  const idOf = (id: string) => {
    const known = ids.get(id) ?? uuidv7();
    ids.set(id, known);
    return known;
  };
  const text = JSON.stringify({ value, statements })
    .replace(ID, idOf)
    .replace(HASH, () => JSON.stringify(randomBytes(32).toString('base64url')))
    .replace(TIME, (time) => (time >= start && time <= end ? now : time));
  return JSON.parse(text) as { value: T; statements: InStatement[] };
};
