import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Rows } from '../../schema/rows.ts';
import * as addresses from '../../sync/addresses/entity.ts';
import * as documents from '../../sync/documents/entity.ts';
import { entities, type ListQuery, type Lists } from '../../sync/index.ts';
import * as invoices from '../../sync/invoices/entity.ts';
import { type List, type Tally, tally } from '../../sync/list.ts';
import * as requests from '../../sync/requests/entity.ts';
import * as users from '../../sync/users/entity.ts';
import * as violations from '../../sync/violations/entity.ts';
import { CASES, day, historyOf, one, RowHistory } from '../support/list-cases.ts';
import { runs } from '../support/runs.ts';

describe.each(Object.keys(CASES) as (keyof Lists)[])('the list of %ss on a device', (entity) => {
  const { row, query } = CASES[entity];
  const list = entities[entity].list as unknown as List<Rows[typeof entity], object>;
  const history = historyOf(row);

  test('[REQ-35] after any history of changes a query and a live list answer what the list says over all rows', () => {
    fc.assert(
      fc.property(history, fc.record(query), fc.constantFrom(1, 5, Infinity), (steps, asked, limit) => {
        const device = new RowHistory(entity);
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
    const device = new RowHistory('request');
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
        const device = new RowHistory(entity as keyof Lists);
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
        const device = new RowHistory('requestComment' as 'request');
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
