import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { uuidv7 } from 'uuidv7';
import type { MutatorName } from '../../sync/mutators.ts';
import { type Actor, Refusal } from '../../sync/tx.ts';
import type { Deps, Env } from '../deps.ts';
import { jsonBody } from '../http/validate.ts';
import { runMutator } from '../run-mutator.ts';
import {
  type Args,
  type BodyOf,
  type Described,
  idIn,
  type PathId,
  type Route,
  type RouteName,
  type ShapeName,
} from './route.ts';

type Read<Name extends ShapeName> = (deps: Deps, actor: Actor, id: string, args: Args) => Promise<BodyOf<Name>>;

type Options<Name extends ShapeName> = Described &
  PathId & {
    /** The argument that `:id` of the path becomes; 'id' without it. */
    into?: string;
    /** Makes the id of a new record, which is `id` where the call has an Idempotency-Key. */
    makes?: (body: Args, id?: string) => unknown;
    fixed?: Args;
    made?: readonly string[];
    /** Makes arguments of the body, where they are called otherwise. */
    args?: (body: Args) => Args;
    /** 'none', or its description where that is not the mutator's input. */
    body?: 'none' | ShapeName;
    /** True where `access` is checked before the body is read, and not by the mutator alone. */
    isChecked?: boolean;
    /** Answers 204 where the author may not read what they wrote: who was named for a desk and has left the board still writes in
     * the meeting. */
    mayBeHidden?: boolean;
    /** The argument with the id of the answer, where it is not that of the new record or of the path. */
    reads?: string | ((args: Args) => string);
    answer: readonly [status: 204] | readonly [status: 200 | 201 | 202, read: Read<Name>, shape: Name];
  };

/** A route that runs a mutator with its body, then reads the answer. Unless `isChecked`, the mutator alone says who may. */
export const command = <Name extends ShapeName>(
  route: RouteName,
  mutator: MutatorName,
  { id, longId, into = 'id', makes, fixed = {}, made = [], args: toArgs = (body) => body, ...options }: Options<Name>,
): Route => {
  const { body, isChecked = false, mayBeHidden = false, reads = makes ? 'id' : into, ...rest } = options;
  const {
    answer: [status, read, shape = null],
    ...described
  } = rest;
  const hasBody = body !== 'none' && !route.startsWith('DELETE');
  const argsIn = async (c: Context<Env>): Promise<Args> => {
    const inPath = route.includes('/:id') ? { [into]: idIn(c, { id, longId }) } : {};
    const given = hasBody ? await jsonBody(c) : {};
    return { ...toArgs(given), ...fixed, ...inPath, ...(makes && { id: makes(given, c.var.deps.once?.record_id) }) };
  };
  return {
    ...{ ...described, route, mutators: [mutator], into, fixed, isChecked, needsActor: true },
    given: route.includes('/:id') ? [into] : [],
    made: [...(makes ? ['id'] : []), ...made],
    resumes: made.length === 0,
    ...(hasBody && { body: body ?? mutator }),
    answers: Object.fromEntries([[status, shape], ...(mayBeHidden ? [[204, null]] : [])]),
    answer: async (c) => {
      const args = await argsIn(c);
      await runMutator(c, mutator, args);
      if (!read) return c.body(null, 204);
      const { deps, actor } = c.var;
      const row = read(deps, actor, typeof reads === 'string' ? String(args[reads]) : reads(args), args);
      const shown = mayBeHidden ? await orHidden(row) : await row;
      return shown === null ? c.body(null, 204) : c.json(shown as object, status as ContentfulStatusCode);
    },
  };
};

/** A caller may give the id, so that a call that is repeated makes one record. */
export const givenId = ({ id }: Args, made: string = uuidv7()): string =>
  typeof id === 'string' ? id.trim().toLowerCase() : made;

/** Null for what the author may not read. */
export const orHidden = <Row>(row: Promise<Row>): Promise<Row | null> =>
  row.catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'not_found') return null;
    throw error;
  });
