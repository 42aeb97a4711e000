import fc from 'fast-check';
import type { ExperimentalDiff } from 'replicache';
import type { Rows } from '../../schema/rows.ts';
import { EntityRows } from '../../sync/client/entity-rows.ts';
import type { Lists } from '../../sync/index.ts';

type Fields = Record<string, fc.Arbitrary<unknown>>;

const text = fc.string({ unit: fc.constantFrom(...'aAbBéÉΣσς '), maxLength: 4 });
export const day = fc.integer({ min: 1, max: 5 }).map((n) => `2030-01-0${n}`);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
export const one = (...values: unknown[]) => fc.constantFrom(...values);
const some = (...values: string[]) => fc.subarray(values);

/** The values that rows of each list and queries to it may hold. Values repeat, so that many rows are equal but for their ids. */
export const CASES: { [E in keyof Lists]: { row: Fields; query: Fields } } = {
  user: {
    row: {
      name: text,
      email: text,
      role: one('board', 'resident'),
      status: one('active', 'invited'),
      deleted_at: maybe(day),
      last_login: maybe(day),
    },
    query: {
      search: text,
      role: some('board', 'resident'),
      status: some('active'),
      includeDeleted: fc.boolean(),
      sort: one('name', '-name', 'email', 'role', '-role', 'status', 'login', '-login', undefined),
    },
  },
  address: {
    row: { street: text, unit_number: maybe(text), resident_ids: some('a') },
    query: { search: text, sort: one('address', '-address', undefined) },
  },
  request: {
    row: { title: text, category: one('Inquiry', 'Other'), status: one('open', 'resolved'), created_at: day },
    query: {
      search: text,
      category: some('Inquiry', 'Other'),
      status: some('open', 'resolved'),
      sort: one('newest', 'oldest', 'title', '-title', 'category', 'status', '-status', undefined),
    },
  },
  announcement: {
    row: {
      title: text,
      category: one('event', 'urgent'),
      status: one('sent', 'draft'),
      created_at: day,
      sent_at: maybe(day),
    },
    query: {
      search: text,
      category: some('event'),
      status: some('sent', 'draft'),
      sort: one('newest', 'oldest', 'title', '-title', 'category', '-status', undefined),
    },
  },
  document: {
    row: {
      title: text,
      notes: maybe(text),
      category: one('Bylaws', 'Legal'),
      is_public: fc.boolean(),
      file_size: fc.integer({ min: 1, max: 12 }),
      created_at: day,
    },
    query: {
      search: text,
      category: some('Bylaws', 'Legal'),
      sort: one('newest', 'oldest', 'title', '-title', '-category', 'size', '-size', undefined),
    },
  },
  violation: {
    row: {
      title: text,
      category: one('Noise', 'Parking'),
      status: one('open', 'resolved'),
      due_date: day,
      created_at: day,
    },
    query: {
      search: text,
      category: some('Noise'),
      status: some('open', 'resolved'),
      sort: one('title', '-title', 'category', 'status', '-status', 'due', '-due', undefined),
    },
  },
  due: {
    row: {
      title: text,
      frequency: one('monthly', 'yearly'),
      status: one('active', 'inactive'),
      amount_cents: fc.integer({ min: 1, max: 12 }),
      created_at: day,
    },
    query: {
      search: text,
      frequency: some('monthly'),
      status: some('active', 'inactive'),
      sort: one(
        'newest',
        'oldest',
        'title',
        '-title',
        'amount',
        '-amount',
        'frequency',
        '-frequency',
        'status',
        undefined,
      ),
    },
  },
  invoice: {
    row: {
      title: text,
      status: one('pending', 'paid', 'canceled'),
      due_date: day,
      sent: day,
      amount_cents: fc.integer({ min: 1, max: 12 }),
      paid_at: maybe(day),
    },
    query: {
      search: text,
      status: some('pending', 'overdue', 'paid'),
      sortBy: one('due_date', 'sent', 'amount_cents', 'title', 'paid_at', undefined),
      sortOrder: one('asc', 'desc', undefined),
      today: day,
    },
  },
  activity: {
    row: {
      seq: fc.integer({ min: 1, max: 9 }),
      at: day,
      actor_id: maybe(one('bea', 'rex')),
      actor_name: maybe(text),
      action: one('createRequest', 'signIn'),
      entity: one('request', 'user'),
      entity_id: one('x', 'y'),
      title: maybe(text),
    },
    query: {
      search: text,
      person: some('bea', 'system'),
      action: some('signIn'),
      kind: some('request', 'user'),
      entity_id: one('x', undefined),
      from: one('2030-01-02', undefined),
      below: one('2030-01-04', undefined),
      sort: one('newest', 'oldest', undefined),
    },
  },
};

/** The same of lists that screens sort themselves. */
export const SCREEN_CASES = {
  meeting: {
    row: {
      title: text,
      status: one('draft', 'scheduled', 'canceled'),
      minutes_status: one('none', 'draft', 'in_review', 'published'),
      starts_at: day,
      adjourned_at: maybe(day),
      called_at: maybe(day),
    },
    query: {
      sort: one('when', '-when', 'title', '-title', 'status', '-status', undefined),
      hidesMinutes: fc.boolean(),
    },
  },
  actionItem: {
    row: { title: text, owner_name: text, status: one('open', 'done', 'dropped'), due_on: maybe(day) },
    query: { sort: one('due', '-due', 'title', '-title', 'owner', '-owner', 'status', '-status', undefined) },
  },
} satisfies Record<string, { row: Fields; query: Fields }>;

type Row = { id: string };
type Step = 'clear' | (readonly [id: number, row: object | null])[];

/** Few changes at a time, as the user makes them, or hundreds, as a pull brings them. */
export const historyOf = (row: Fields): fc.Arbitrary<Step[]> => {
  const changes = (ids: number, maxLength: number, minLength = 1) =>
    fc.array(fc.tuple(fc.nat(ids), fc.option(fc.record(row), { freq: 4, nil: null })), { minLength, maxLength });
  return fc.array(
    fc.oneof(
      { weight: 8, arbitrary: changes(40, 4) },
      { weight: 2, arbitrary: changes(2000, 400, 250) },
      { weight: 1, arbitrary: fc.constant('clear' as const) },
    ),
    { minLength: 1, maxLength: 12, size: 'max' },
  );
};

export class RowHistory<E extends keyof Lists> {
  readonly rows = new EntityRows();
  readonly all = new Map<string, Rows[E]>();
  readonly #entity: E;

  constructor(entity: E) {
    this.#entity = entity;
  }

  apply(step: Step): void {
    const changes = step === 'clear' ? [...this.all.keys()].map((id) => [id, null] as const) : withId(step);
    const diff = new Map<string, Row | null>(changes);
    this.rows.apply(
      [...diff].map(([id, row]) => ({
        op: row ? 'add' : 'del',
        key: `${this.#entity}/${id}`,
        newValue: row ?? undefined,
      })) as unknown as ExperimentalDiff,
    );
    for (const [id, row] of diff) row ? this.all.set(id, row as Rows[E]) : this.all.delete(id);
  }
}

const withId = (changes: Exclude<Step, 'clear'>) =>
  changes.map(([at, row]) => {
    const id = `id-${String(at).padStart(4, '0')}`;
    return [id, row && { ...row, id, email: `${(row as { email?: string }).email}${id}` }] as const;
  });
