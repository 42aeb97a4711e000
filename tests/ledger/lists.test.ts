import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { POLICY_KINDS } from '../../schema/policies.ts';
import { depositList } from '../../sync/deposits/list.ts';
import { paymentList } from '../../sync/payments/list.ts';
import { policyList } from '../../sync/policies/list.ts';
import { createContext, type Person } from '../support/fixtures.ts';
import { openAccount } from '../support/ledger.ts';
import { runs } from '../support/runs.ts';

const ROWS = 60;
const SEED = 24;

const day = fc.integer({ min: 1, max: 4 }).map((at) => `2030-01-0${at}`);
const instant = day.map((on) => `${on}T00:00:00.000Z`);

const sampled = <Row extends object>(row: fc.Arbitrary<Row>): (Row & { id: string })[] =>
  fc.sample(row, { seed: SEED, numRuns: ROWS }).map((one) => ({ ...one, id: uuidv7() }));

/** The ids of all pages of a list. */
const listed = async (person: Person, path: string, limit: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await person.call('GET', `${path}${path.includes('?') ? '&' : '?'}page=${page}&limit=${limit}`);
    ids.push(...body.docs.map(({ _id }: { _id: string }) => _id));
    if (!body.hasNextPage) return ids;
  }
};

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

const withIds = <Row extends object>(row: fc.Arbitrary<Row>) =>
  fc.array(row, { maxLength: 25 }).map((rows) => rows.map((one) => ({ ...one, id: uuidv7() })));
const limit = fc.constantFrom(3, 100);

test('[LIST-05] REST lists any deposits in the order in which the device does', async () => {
  const { db, hoa_id, bea } = await createContext();
  const deposits = withIds(fc.record({ status: fc.constantFrom('open', 'closed'), made_on: day }));
  await fc.assert(
    fc.asyncProperty(deposits, limit, async (rows, size) => {
      await db.batch(
        [
          { sql: 'DELETE FROM deposits WHERE hoa_id = ?', args: [hoa_id] },
          ...rows.map(({ id, status, made_on }) => ({
            sql: `INSERT INTO deposits (id, hoa_id, name, made_on, status, created_at) VALUES (?, ?, 'Checks', ?, ?, ?)`,
            args: [id, hoa_id, made_on, status, made_on],
          })),
        ],
        'write',
      );
      expect(await listed(bea, '/api/deposits', size)).toEqual(idsOf(depositList.rows(rows, {})));
    }),
    { numRuns: runs(10, 60) },
  );
});

test('[LIST-05] REST lists any rules in the order in which the device does', async () => {
  const { db, hoa_id, bea } = await createContext();
  const policies = withIds(fc.record({ kind: fc.constantFrom(...POLICY_KINDS), starts_on: day, made_at: instant }));
  await fc.assert(
    fc.asyncProperty(policies, limit, async (rows, size) => {
      await db.batch(
        [
          { sql: 'DELETE FROM policies WHERE hoa_id = ?', args: [hoa_id] },
          ...rows.map(({ id, kind, starts_on, made_at }) => ({
            sql: `INSERT INTO policies (id, hoa_id, kind, starts_on, settings, made_at) VALUES (?, ?, ?, ?, '{}', ?)`,
            args: [id, hoa_id, kind, starts_on, made_at],
          })),
        ],
        'write',
      );
      expect(await listed(bea, '/api/policies', size)).toEqual(idsOf(policyList.rows(rows, {})));
    }),
    { numRuns: runs(10, 60) },
  );
});

test('[LIST-05] REST answers every query of payments as the rows do', async () => {
  const ctx = await createContext();
  const { db, hoa_id, bea, rex, rita } = ctx;
  const accounts = [await openAccount(ctx, rex), await openAccount(ctx, rita)];
  const boxes = [uuidv7(), uuidv7()];
  const payments = sampled(
    fc.record({
      account_id: fc.constantFrom(...accounts),
      deposit_id: fc.constantFrom(null, ...boxes),
      created_at: instant,
    }),
  );
  await db.batch(
    [
      ...boxes.map((id) => ({
        sql: `INSERT INTO deposits (id, hoa_id, name, made_on, created_at) VALUES (?, ?, 'Checks', '2030-01-01', '2030-01-01')`,
        args: [id, hoa_id],
      })),
      ...payments.map(({ id, account_id, deposit_id, created_at }) => ({
        sql: `INSERT INTO payments (id, hoa_id, user_id, account_id, deposit_id, kind, amount_cents, status, method, created_at)
          VALUES (?, ?, ?, ?, ?, 'outside', 100, 'succeeded', 'check', ?)`,
        args: [id, hoa_id, account_id === accounts[0] ? rex.id : rita.id, account_id, deposit_id, created_at],
      })),
    ],
    'write',
  );
  const query = fc.record(
    { account_id: fc.constantFrom(...accounts, 'a-none'), deposit_id: fc.constantFrom(...boxes, 'none') },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(query, fc.constantFrom(7, 100), async (asked, limit) => {
      const expected = idsOf(paymentList.rows(payments, asked));
      expect(await listed(bea, `/api/payments?${new URLSearchParams(asked)}`, limit)).toEqual(expected);
    }),
    { seed: SEED, numRuns: runs(20, 80) },
  );
});
