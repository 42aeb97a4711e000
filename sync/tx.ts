import type * as z from 'zod/mini';
import type { DailyLimit } from '../schema/limits.ts';
import type { Effect } from '../schema/outbox.ts';
import type { Entity, Rows, Unsaved } from '../schema/rows.ts';
import type { StoredFile } from '../schema/uploads.ts';
import type { Role } from '../schema/users.ts';
import { can, isStaff } from './roles.ts';
import { predicate, type Where } from './where.ts';

/** The user, read from the database for each call. */
export type Actor = {
  id: string;
  hoa_id: string;
  role: Role;
  name: string;
  email: string;
  address_id: string | null;
  /** The accounts that they hold, open and closed. Devices do not say. */
  account_ids?: readonly string[];
};

/** `account_ids` may come as the JSON that the database holds. */
type ActorRow = Omit<Actor, 'account_ids'> & { account_ids?: string | readonly string[] };

export const actorOf = ({ id, hoa_id, role, name, email, address_id, account_ids = [] }: ActorRow): Actor => ({
  id,
  hoa_id,
  role,
  name,
  email,
  address_id,
  account_ids: typeof account_ids === 'string' ? (JSON.parse(account_ids) as string[]) : account_ids,
});

/** Any other string is the id of a user, of an account or of a client group. */
export type Audience = SharedAudience | (string & {});
export const SHARED_AUDIENCES = ['all', 'board', 'superadmin', 'residents'] as const;
type SharedAudience = (typeof SHARED_AUDIENCES)[number];

export const audiencesOf = (viewer: Viewer): Audience[] => [
  'all',
  isStaff(viewer.role) ? 'board' : 'residents',
  ...(can(viewer.role, 'activity.view') ? ['superadmin'] : []),
  viewer.id,
  ...(viewer.account_ids ?? []),
];
/** Two viewers with the same see the same, their own rows aside. */
export const rightsOf = ({ role, account_ids = [] }: Pick<Actor, 'role' | 'account_ids'>): string =>
  [role, ...account_ids].join();
type Viewer = Pick<Actor, 'id' | 'role' | 'account_ids'>;

/** `namedIn` is a column with a user id or a list of them, `heldIn` one with the id of an account. Without `when` the rule
 * applies to every row. */
export type AudienceRule<Row> = (
  | { audience: SharedAudience }
  | { namedIn: keyof Row & string }
  | { heldIn: keyof Row & string }
) & {
  when?: Where<Row>;
};

/** `audiencesFor` tests the rules on a row; `visibleTo` (worker/queries/sql.ts) turns them into SQL. */
export type Synced<Row> = {
  audiences: readonly AudienceRule<Row>[];
  view(row: Row, viewer: Actor): Partial<Row>;
};

export const audiencesFor = <Row>({ audiences }: Pick<Synced<Row>, 'audiences'>, row: Row): Audience[] =>
  audiences.flatMap((rule) => {
    if (rule.when && !predicate(rule.when)(row)) return [];
    if ('audience' in rule) return [rule.audience];
    if ('heldIn' in rule) return (row[rule.heldIn] as Audience | null | undefined) ?? [];
    return (row[rule.namedIn] as Audience | Audience[] | null) ?? [];
  });

/** `second_factor`: possible once a code was entered. */
export type RefusalCode = 'not_found' | 'forbidden' | 'invalid' | 'conflict' | 'second_factor';
export type FieldIssue = { path: string; msg: string };

/** The only expected error. The user reads `message`. */
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

/** A limit of a day is reached. REST answers 429 with Retry-After, a push leaves a refusal with the same sentence. */
export class LimitReached extends Refusal {
  readonly seconds: number;
  constructor(reason: string, seconds: number) {
    super('conflict', tryAgainIn(reason, seconds));
    this.seconds = seconds;
  }
}

export const tryAgainIn = (reason: string, seconds: number): string =>
  `${reason} Please try again in ${durationWords(seconds)}.`;

const durationWords = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? plural(minutes, 'minute') : plural(Math.ceil(minutes / 60), 'hour');
};

const plural = (count: number, unit: string) => (count === 1 ? `1 ${unit}` : `${count} ${unit}s`);

/** A mutator's access to the data. One contract suite (tests/sync/tx.test.ts) tests both implementations. */
export interface Tx {
  readonly actor: Actor;
  /** ISO 8601; later than every earlier `now` of the same push. */
  readonly now: string;
  get<E extends Entity>(entity: E, id: string): Promise<Rows[E] | undefined>;
  /** Returns the row only if the actor may see it. A client has no other rows. */
  findVisible<E extends Entity>(entity: E, id: string): Promise<Rows[E] | undefined>;
  /** Rows of the actor's HOA, ordered by id. On the server the field needs an index. */
  list<E extends Entity>(entity: E, field: keyof Rows[E] & string, value: string): Promise<Rows[E][]>;
  put<E extends Entity>(entity: E, row: Unsaved<Rows[E]>): Promise<void>;
  delete(entity: Entity, id: string): Promise<void>;
  /** Claims an uploaded file for the record (`entity/id`). Throws Refusal for a key that was never issued to this HOA,
   * never uploaded, or claimed by another record. */
  file(key: string, record: string): Promise<StoredFile>;
  /** Counts the rows of the HOA that have a number, from 1. Null on a device: the server gives numbers. */
  nextNumber(entity: 'deposit'): Promise<number | null>;
  after(effect: Effect): void;
  /** Counts one use of the day with the change. Throws LimitReached where that is too many. A device does
   * not know what was counted and never throws. */
  count(limit: DailyLimit): Promise<void>;
  /** Throws Refusal unless the actor has just entered a code of their second factor (sync/users/step-up.ts). A device does not
   * know and never throws. */
  requireFreshCode(): Promise<void>;
}

export type Mutator<Args = unknown> = {
  input: z.core.$ZodType<Args>;
  /** Storage keys among the arguments, which the server verifies before it runs the mutator. */
  files(args: Args): (string | null | undefined)[];
  run(tx: Tx, args: Args): Promise<void>;
};

/** `run` must give the same result when it runs again, so it takes time from `tx.now` and ids from its arguments. */
export const mutator = <Args>(
  input: z.core.$ZodType<Args>,
  run: (tx: Tx, args: Args) => Promise<void>,
  files: (args: Args) => (string | null | undefined)[] = () => [],
): Mutator<Args> => ({ input, run, files });

/** Every problem becomes an issue, and the first one the message. */
export const invalidInput = (problems: readonly { path: PropertyKey[]; message: string }[]): Refusal => {
  const issues = problems.map(({ path, message }) => ({ path: path.join('.'), msg: message }));
  return new Refusal('invalid', issues[0]?.msg ?? 'Invalid input', issues);
};

export const authorize = (allowed: boolean, message = 'You do not have permission to do this'): void => {
  if (!allowed) throw new Refusal('forbidden', message);
};

/** Throws Refusal('not_found'). */
export const orNotFound = <Row>(row: Row | undefined, message: string): Row => {
  if (row === undefined) throw new Refusal('not_found', message);
  return row;
};

/** Throws Refusal('not_found') for a hidden row and for a missing one. */
export const find = async <E extends Entity>(tx: Tx, entity: E, id: string, message: string): Promise<Rows[E]> =>
  orNotFound(await tx.findVisible(entity, id), message);

/** Throws Refusal('conflict'). */
export const assertNew = (row: unknown): void => {
  if (row !== undefined) throw new Refusal('conflict', ID_TAKEN);
};

/** Throws Refusal('conflict') where something is given again under the id of a row that says otherwise. What is undefined was
 * left open. */
export const assertSame = (known: object, given: object): void => {
  const says = known as Record<string, unknown>;
  const isSame = ([field, value]: [string, unknown]) =>
    value === undefined || JSON.stringify(says[field] ?? null) === JSON.stringify(value);
  if (!Object.entries(given).every(isSame)) assertNew(known);
};
export const ID_TAKEN = 'This id is already in use';

export const isVisible = <Row>(synced: Synced<Row>, row: Row, viewer: Viewer): boolean => {
  const mine = audiencesOf(viewer);
  return audiencesFor(synced, row).some((audience) => mine.includes(audience));
};
