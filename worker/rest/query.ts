import type { Context } from 'hono';
import type * as z from 'zod/mini';
import type { MutatorName } from '../../sync/mutators.ts';
import { parse } from '../../sync/parse.ts';
import type { Actor } from '../../sync/tx.ts';
import type { Deps, Env } from '../deps.ts';
import { paged, pagingOf } from '../http/cursor.ts';
import type { Found, PageQuery, Paging } from '../http/rest-shapes.ts';
import { jsonBody } from '../http/validate.ts';
import {
  type Args,
  type Asked,
  type BodyOf,
  type Described,
  idIn,
  type Output,
  type PathId,
  type Route,
  type RouteName,
  type ShapeName,
} from './route.ts';

const READS = {
  ...{ mutators: [], into: 'id', fixed: {}, given: [], made: [] },
  ...{ isChecked: true, resumes: false, needsActor: true },
} as const;

type QueryOptions<Name extends RouteName, Schema, Shape extends ShapeName> = Described &
  PathId & {
    query?: Schema;
    answer: readonly [
      read: (deps: Deps, actor: Actor, ...asked: Asked<Name, Output<Schema>>) => Promise<BodyOf<Shape>>,
      shape: Shape,
    ];
  };

/** A route that reads. */
export const query = <Name extends RouteName, Shape extends ShapeName, Schema extends z.core.$ZodType>(
  route: Name,
  { id, longId, answer: [read, shape], ...described }: QueryOptions<Name, Schema, Shape>,
): Route => ({
  ...{ ...READS, ...described, route },
  answers: { 200: shape },
  answer: async (c) => {
    const asked = [...pathIdOf(c, route, { id, longId }), queryOf(c)] as Asked<Name, Output<Schema>>;
    return c.json((await read(c.var.deps, c.var.actor, ...asked)) as object);
  },
});

type Page<Shape extends ShapeName> = Found<BodyOf<Shape>> & { statistics?: object };

type ListOptions<
  Name extends RouteName,
  Schema extends z.core.$ZodType<PageQuery>,
  Shape extends ShapeName,
> = Described &
  PathId & {
    query: Schema;
    read: (deps: Deps, actor: Actor, ...asked: [...Asked<Name, z.output<Schema>>, Paging]) => Promise<Page<Shape>>;
    of: Shape;
    /** The shape of `statistics` beside the page. */
    figures?: ShapeName;
  };

/** A route that reads a page. */
export const list = <Name extends RouteName, Schema extends z.core.$ZodType<PageQuery>, Shape extends ShapeName>(
  route: Name,
  { id, longId, read, of, figures, ...described }: ListOptions<Name, Schema, Shape>,
): Route => ({
  ...{ ...READS, ...described, route },
  answers: { 200: figures ? [of, figures] : [of] },
  answer: async (c) => {
    const query = queryOf(c) as z.output<Schema>;
    const asked = [...pathIdOf(c, route, { id, longId }), query] as Asked<Name, z.output<Schema>>;
    const paging = await pagingOf(c.req.path, query);
    const { statistics, ...found } = await read(c.var.deps, c.var.actor, ...asked, paging);
    return c.json({ ...paged(found, paging), ...(statistics && { statistics }) });
  },
});

/** The arguments of a handler. `input` parses the body. */
export type Call<Query = unknown, Body = unknown> = {
  c: Context<Env>;
  deps: Deps;
  actor: Actor;
  id: string;
  query: Query;
  input(): Promise<Body>;
};

type HandlerOptions<Query, Body> = Described &
  PathId & {
    query?: Query | ShapeName;
    body?: Body | MutatorName | ShapeName | 'file';
    answers: Route['answers'];
    mutators?: readonly MutatorName[];
    into?: string;
    fixed?: Args;
    /** Besides what stands in the path. */
    given?: readonly string[];
    made?: readonly string[];
    isChecked?: boolean;
    /** As in Route. */
    resumes?: boolean;
    needsActor?: boolean;
    /** Returns a response, or the JSON of the first of `answers`; nothing where that has no content. */
    handle: (call: Call<Output<Query>, Output<Body>>) => unknown;
  };

/** A route with a handler of its own. */
export const handler = <Query extends z.core.$ZodType, Body extends z.core.$ZodType>(
  route: RouteName,
  { id, longId, handle, ...described }: HandlerOptions<Query, Body>,
): Route => {
  const { answers, body, access, into = 'id', given = [] } = described;
  const status = Number(Object.keys(answers)[0]);
  const input = async (c: Context<Env>) =>
    (typeof body === 'object' ? parse(body as Body, await jsonBody(c)) : await jsonBody(c)) as Output<Body>;
  return {
    ...{ ...READS, needsActor: access !== 'anyone', ...described, route },
    given: [...(route.includes('/:id') ? [into] : []), ...given],
    answer: async (c) => {
      const [inPath = ''] = pathIdOf(c, route, { id, longId });
      const { deps, actor } = c.var;
      const asked = { query: queryOf(c) as Output<Query>, input: () => input(c) };
      const answer = await handle({ c, deps, actor, id: inPath, ...asked });
      if (answer instanceof Response) return answer;
      return answers[status] === null || answer === undefined
        ? c.body(null, 204)
        : c.json(answer as object, status as 200);
    },
  };
};

const pathIdOf = (c: Context<Env>, route: RouteName, id: PathId): string[] =>
  route.includes('/:id') ? [idIn(c, id)] : [];

const queryOf = (c: Context<Env>): unknown => c.req.valid('query' as never);
