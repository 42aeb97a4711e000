import type { Context, MiddlewareHandler } from 'hono';
import type * as z from 'zod/mini';
import type { Scope } from '../../schema/api-tokens.ts';
import type { MutatorName } from '../../sync/mutators.ts';
import type { Env } from '../deps.ts';
import { longPathId, pathId } from '../http/validate.ts';
import type { TAGS } from '../openapi/tags.ts';

/** The least role that may call: everybody, who is signed in, residents alone, or a role and those above it. */
export type Access = 'anyone' | 'person' | 'resident' | 'board' | 'superadmin';

/** The modules of worker/shapes/, without their values: only the OpenAPI document and the tests load them. routes.ts adds
 * those of features. */
export interface ShapeModules {
  parts: typeof import('../shapes/parts.ts');
}
export type Shapes = Merged<ShapeModules[keyof ShapeModules]>;
type Merged<Module> = (Module extends unknown ? (module: Module) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** A schema of worker/shapes/, as routes name it. */
export type ShapeName = { [Name in keyof Shapes]: Shapes[Name] extends z.core.$ZodType ? Name : never }[keyof Shapes];
export type BodyOf<Name extends ShapeName> = Shapes[Name] extends z.core.$ZodType ? z.output<Shapes[Name]> : never;

/** [shape] is a page of such records, with the figures beside them that a second shape describes. A text with a slash is
 * a content type, null an answer without content. */
export type Answer = ShapeName | readonly [ShapeName, ShapeName?] | `${string}/${string}` | null;

export type RouteName = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /api/${string}`;
/** The arguments of a mutator before they are parsed. */
export type Args = Record<string, unknown>;

export type Described = {
  tag: keyof typeof TAGS;
  access: Access;
  /** The scope that an API token needs; without it no token may call. */
  scope?: Scope;
  summary: string;
  notes?: string;
  /** The values that lists of the query may hold. */
  values?: Readonly<Record<string, readonly string[]>>;
  /** Statuses of errors that do not follow from the rest: 502 where the payment service is asked. */
  errors?: readonly number[];
  /** CSV where the query asks for it. */
  hasCsv?: boolean;
  /** The limit of the body, where it is not 1 MB. */
  limit?: { bytes: number; message?: string };
  /** Runs before the caller is known. */
  before?: readonly MiddlewareHandler<Env>[];
  /** Runs once the caller is known and has access. */
  guards?: readonly MiddlewareHandler<Env>[];
};

/** A route of the API: the router, the OpenAPI document and the scopes of tokens come from these, and the calls of tests. */
export type Route = Described & {
  route: RouteName;
  /** A schema is parsed, a shape only described. */
  query?: z.core.$ZodType | ShapeName;
  body?: z.core.$ZodType | MutatorName | ShapeName | 'file';
  answers: Readonly<Record<number, Answer>>;
  /** The mutators that it calls. */
  mutators: readonly MutatorName[];
  /** The argument that stands in the path. */
  into: string;
  /** Arguments that the route gives. */
  fixed: Args;
  /** Arguments that no body has: they stand in the path, or the server makes them. */
  given: readonly string[];
  /** Arguments that the server makes where the body has none. `facts.id` is that of each fact. */
  made: readonly string[];
  /** Refuses by `access`. False where a mutator does, which knows the record. */
  isChecked: boolean;
  /** True where a call that was cut off after its commits can be answered by running it again without them. */
  resumes: boolean;
  /** False where it finds out by itself who calls. */
  needsActor: boolean;
  answer(c: Context<Env>): Promise<Response>;
};

/** The message for an `:id` of the path that is no GUID, or is too long. Without either it is read as it stands. */
export type PathId = { id?: string; longId?: string };

export const idIn = (c: Context<Env>, { id, longId }: PathId): string => {
  if (id !== undefined) return pathId(c, id);
  return longId === undefined ? (c.req.param('id') ?? '') : longPathId(c, longId);
};

/** Those of the path's parameter and of the query. */
export type Asked<Name extends RouteName, Query> = Name extends `${string}/:id${string}`
  ? [id: string, query: Query]
  : [query: Query];
export type Output<Schema> = Schema extends z.core.$ZodType ? z.output<Schema> : never;

/** In the notes of what `requireStepUp` guards. */
export const STEP_UP =
  'Who has a second factor must have entered a code within ten minutes; who must have one and has none is refused.';
