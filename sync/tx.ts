import type * as z from 'zod';
import type { Effect } from '../schema/outbox.ts';
import type { Entity, Rows, Unsaved } from '../schema/rows.ts';
import type { StoredFile } from '../schema/uploads.ts';
import type { Role } from '../schema/users.ts';
import { isStaff } from './roles.ts';
import { predicate, type Where } from './where.ts';

/** The user as the database has them at this call. */
export type Actor = {
  id: string;
  hoa_id: string;
  role: Role;
  name: string;
  email: string;
  address_id: string | null;
};

/** Everybody of the HOA, its board, its residents, or one user by id. */
export type Audience = 'all' | 'board' | 'residents' | (string & {});

export const audiencesOf = (viewer: Pick<Actor, 'id' | 'role'>): Audience[] => [
  'all',
  isStaff(viewer.role) ? 'board' : 'residents',
  viewer.id,
];

/** Who may have a row: a fixed audience, or those whom a column names (a user id, or a list of them). Without `when` the
 * rule is for every row. */
export type AudienceRule<Row> = ({ audience: 'all' | 'board' | 'residents' } | { namedIn: keyof Row & string }) & {
  when?: Where<Row>;
};

/** What sync asks of a table: who may have a row, as rules that `audiencesFor` tests on a row and `visibleTo`
 * (worker/queries/sql.ts) turns into SQL, and what a viewer gets of it. */
export type Synced<Row> = {
  audiences: readonly AudienceRule<Row>[];
  view(row: Row, viewer: Actor): Partial<Row>;
};

export const audiencesFor = <Row>({ audiences }: Pick<Synced<Row>, 'audiences'>, row: Row): Audience[] =>
  audiences.flatMap((rule) => {
    if (rule.when && !predicate(rule.when)(row)) return [];
    return 'audience' in rule ? [rule.audience] : (row[rule.namedIn] as Audience | Audience[]);
  });

export type RefusalCode = 'not_found' | 'forbidden' | 'invalid' | 'conflict';
export type FieldIssue = { path: string; msg: string };

/** The only expected error: the change may not happen, and `message` is what the user reads. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly issues: FieldIssue[] | undefined;
  constructor(code: RefusalCode, message: string, issues?: FieldIssue[]) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.issues = issues;
  }
}

/** A mutator's access to the data. A contract suite (tests/tx.test.ts) runs against both implementations: over
 * Replicache and over libSQL. */
export interface Tx {
  readonly actor: Actor;
  /** ISO 8601; later than every earlier `now` of the same push. */
  readonly now: string;
  get<E extends Entity>(entity: E, id: string): Promise<Rows[E] | undefined>;
  /** The row if the actor may see it. On a device that is every row there is. */
  findVisible<E extends Entity>(entity: E, id: string): Promise<Rows[E] | undefined>;
  /** Rows of the actor's HOA whose `field` equals `value`, ordered by id. The field needs an index on the server. */
  list<E extends Entity>(entity: E, field: keyof Rows[E] & string, value: string): Promise<Rows[E][]>;
  /** Inserts or replaces. The store sets `rev`. */
  put<E extends Entity>(entity: E, row: Unsaved<Rows[E]>): Promise<void>;
  delete(entity: Entity, id: string): Promise<void>;
  /** The file of an uploaded key, claimed for the record (`entity/id`). Throws Refusal for a key that was never
   * issued to this HOA, never uploaded, or claimed by another record. */
  file(key: string, record: string): Promise<StoredFile>;
  after(effect: Effect): void;
}

/** `run` and `files` get arguments that `input` has parsed. */
export type Mutator<Args = unknown> = {
  input: z.ZodType<Args>;
  /** Storage keys among the arguments, which the server verifies before it runs the mutator. */
  files(args: Args): (string | null | undefined)[];
  run(tx: Tx, args: Args): Promise<void>;
};

/** `run` must give the same result when run again, so it takes time from `tx.now` and ids from its arguments. */
export const mutator = <Args>(
  input: z.ZodType<Args>,
  run: (tx: Tx, args: Args) => Promise<void>,
  files: (args: Args) => (string | null | undefined)[] = () => [],
): Mutator<Args> => ({ input, run, files });

/** Parses a mutator's arguments; unknown fields are dropped. Throws Refusal('invalid') with every field's message. */
export const parse = <Output>(schema: z.ZodType<Output>, args: unknown): Output => {
  const result = schema.safeParse(args ?? {});
  if (result.success) return result.data;
  throw invalidInput(result.error.issues);
};

/** Refusal('invalid') with every problem as an issue and the first one as its message. */
export const invalidInput = (problems: readonly { path: PropertyKey[]; message: string }[]): Refusal => {
  const issues = problems.map(({ path, message }) => ({ path: path.join('.'), msg: message }));
  return new Refusal('invalid', issues[0]?.msg ?? 'Invalid input', issues);
};

export const authorize = (allowed: boolean, message = 'You do not have permission to do this'): void => {
  if (!allowed) throw new Refusal('forbidden', message);
};

/** Throws Refusal('not_found') where there is no row. */
export const orNotFound = <Row>(row: Row | undefined, message: string): Row => {
  if (row === undefined) throw new Refusal('not_found', message);
  return row;
};

/** Throws Refusal('not_found') for a hidden row as for an absent one. */
export const find = async <E extends Entity>(tx: Tx, entity: E, id: string, message: string): Promise<Rows[E]> =>
  orNotFound(await tx.findVisible(entity, id), message);

/** Throws Refusal('conflict') where the id is in use. */
export const assertNew = (row: unknown): void => {
  if (row !== undefined) throw new Refusal('conflict', ID_TAKEN);
};
export const ID_TAKEN = 'This id is already in use';

export const isVisible = <Row>(synced: Synced<Row>, row: Row, viewer: Pick<Actor, 'id' | 'role'>): boolean => {
  const mine = audiencesOf(viewer);
  return audiencesFor(synced, row).some((audience) => mine.includes(audience));
};
