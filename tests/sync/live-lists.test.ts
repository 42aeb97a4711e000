import fc from 'fast-check';
import type { ExperimentalDiff } from 'replicache';
import { describe, expect, test } from 'vitest';
import type { Rows } from '../../schema/rows.ts';
import * as addresses from '../../sync/addresses/entity.ts';
import { EntityRows } from '../../sync/client/entity-rows.ts';
import * as documents from '../../sync/documents/entity.ts';
import { entities, type ListQuery, type Lists } from '../../sync/index.ts';
import * as invoices from '../../sync/invoices/entity.ts';
import type { List } from '../../sync/list.ts';
import * as requests from '../../sync/requests/entity.ts';
import { type Tally, tally } from '../../sync/tally.ts';
import * as users from '../../sync/users/entity.ts';
import * as violations from '../../sync/violations/entity.ts';
import { runs } from '../support/runs.ts';

type Fields = Record<string, fc.Arbitrary<unknown>>;

const text = fc.string({ unit: fc.constantFrom(...'aAbBéÉΣσς '), maxLength: 4 });
const day = fc.integer({ min: 1, max: 5 }).map((n) => `2030-01-0${n}`);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const one = (...values: unknown[]) => fc.constantFrom(...values);
const some = (...values: string[]) => fc.subarray(values);

/** What rows of each list and queries to it may hold. Values repeat, so that many rows are equal but for their ids. */
const CASES: { [E in keyof Lists]: { row: Fields; query: Fields } } = {
  user: {
    row: {
      name: text,
      email: text,
      role: one('board', 'resident'),
      status: one('active', 'invited'),
      deleted_at: maybe(day),
    },
    query: { search: text, role: some('board', 'resident'), status: some('active'), includeDeleted: fc.boolean() },
  },
  address: { row: { street: text, unit_number: maybe(text), resident_ids: some('a') }, query: { search: text } },
  request: {
    row: { title: text, category: one('Inquiry', 'Other'), status: one('open', 'resolved'), created_at: day },
    query: {
      search: text,
      category: some('Inquiry', 'Other'),
      status: some('open', 'resolved'),
      sort: one('newest', 'oldest', undefined),
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
    query: { search: text, category: some('event'), status: some('sent', 'draft') },
  },
  document: {
    row: {
      title: text,
      notes: maybe(text),
      category: one('Bylaws', 'Legal'),
      is_public: fc.boolean(),
      created_at: day,
    },
    query: { search: text, category: some('Bylaws', 'Legal') },
  },
  violation: {
    row: { category: one('Noise', 'Parking'), status: one('open', 'resolved'), created_at: day },
    query: { category: some('Noise'), status: some('open', 'resolved') },
  },
  due: {
    row: { title: text, frequency: one('monthly', 'yearly'), status: one('active', 'inactive'), created_at: day },
    query: { search: text, frequency: some('monthly'), status: some('active', 'inactive') },
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
  meeting: {
    row: { kind: one('board_regular', 'member_annual'), status: one('draft', 'scheduled'), starts_at: day },
    query: {
      kind: some('member_annual'),
      status: some('draft', 'scheduled'),
      from: one('2030-01-02', undefined),
      below: one('2030-01-04', undefined),
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
    },
  },
};

type Row = { id: string };
type Step = 'clear' | (readonly [id: number, row: object | null])[];

/** Few changes at a time, as the user makes them, or hundreds, as a pull brings them. */
const historyOf = (row: Fields): fc.Arbitrary<Step[]> => {
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

class Device<E extends keyof Lists> {
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

describe.each(Object.keys(CASES) as (keyof Lists)[])('the list of %ss on a device', (entity) => {
  const { row, query } = CASES[entity];
  const list = entities[entity].list as unknown as List<Rows[typeof entity], object>;
  const history = historyOf(row);

  test('[REQ-35] after any history of changes a query and a live list answer what the list says over all rows', () => {
    fc.assert(
      fc.property(history, fc.record(query), fc.constantFrom(1, 5, Infinity), (steps, asked, limit) => {
        const device = new Device(entity);
        const live = device.rows.liveList(entity, asked as ListQuery<typeof entity>, limit);
        let told = live.current;
        live.subscribe(() => {
          told = live.current;
        });
        const unwatched = device.rows.liveList(entity, asked as ListQuery<typeof entity>, limit);
        for (const step of steps) {
          device.apply(step);
          const matching = list.rows([...device.all.values()], asked);
          const expected = { rows: matching.slice(0, limit), count: matching.length, total: device.all.size };
          expect(told).toEqual(expected);
          expect(unwatched.current).toEqual(expected);
          expect(device.rows.query(entity, asked as ListQuery<typeof entity>, limit)).toEqual(expected.rows);
          expect(device.rows.get(entity).all).toEqual(list.rows([...device.all.values()], everything(entity)));
        }
      }),
      { numRuns: runs(40, 400) },
    );
  });
});

const everything = (entity: keyof Lists): object => (entity === 'user' ? { includeDeleted: true } : {});

describe('a live list', () => {
  const request = (at: number, status: string) =>
    [at, { title: '', category: 'Inquiry', status, created_at: '2030-01-01' }] as const;
  const openRequests = () => {
    const device = new Device('request');
    device.apply([1, 2, 3, 4].map((at) => request(at, at < 4 ? 'open' : 'resolved')));
    const live = device.rows.liveList('request', { status: ['open'] }, 2);
    const told: number[] = [];
    const end = live.subscribe(() => told.push(live.current.count));
    return { device, live, told, end };
  };

  test('a change that does not concern it notifies nobody', () => {
    const { device, told } = openRequests();
    device.apply([request(4, 'resolved')]);
    device.apply([request(1, 'open')]);
    expect(told).toEqual([]);
    device.apply([request(1, 'resolved')]);
    device.apply([request(3, 'open')]);
    expect(told).toEqual([2, 2]);
  });

  test('nobody is told once the listener has gone', () => {
    const { device, live, told, end } = openRequests();
    end();
    device.apply([request(1, 'resolved')]);
    expect(told).toEqual([]);
    expect(live.current.count).toBe(2);
  });

  test('rows that were handed out stay what they were', () => {
    const { device, live } = openRequests();
    const [{ rows }, { all }] = [live.current, device.rows.get('request')];
    const before = [[...rows], [...all]];
    device.apply([request(3, 'resolved'), [2, null], request(9, 'open')]);
    expect([rows, all]).toEqual(before);
  });
});

const FIGURES = {
  user: users.figures,
  address: addresses.figures,
  request: requests.figures,
  document: documents.figures,
  violation: violations.figures,
  invoice: invoices.figuresOn('2030-01-03'),
} as unknown as { [E in keyof Lists]?: Tally<unknown, object> };

describe.each(Object.entries(FIGURES))('the figures of %ss', (entity, figures) => {
  const { row } = CASES[entity as keyof Lists];

  test('are, after any history of changes, those over all rows', () => {
    fc.assert(
      fc.property(historyOf(row), (steps) => {
        const device = new Device(entity as keyof Lists);
        const live = device.rows.liveTally(entity as keyof Lists, figures);
        let told = live.current;
        live.subscribe(() => {
          told = live.current;
        });
        for (const step of steps) {
          device.apply(step);
          expect(told).toEqual(tally(figures, [...device.all.values()]));
        }
      }),
      { numRuns: runs(40, 400) },
    );
  });
});

describe('rows by a field', () => {
  test('are, after any history of changes, those of all rows that have its value', () => {
    fc.assert(
      fc.property(historyOf({ request_id: one('a', 'b', 'c'), created_at: day }), (steps) => {
        const device = new Device('requestComment' as 'request');
        for (const step of steps) {
          device.apply(step);
          const rows = device.rows.get('requestComment');
          expect(rows.by('request_id', 'a')).toEqual(rows.all.filter(({ request_id }) => request_id === 'a'));
        }
      }),
      { numRuns: runs(40, 400) },
    );
  });
});
