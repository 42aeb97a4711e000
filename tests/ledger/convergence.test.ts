import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { addDays } from '../../schema/dates.ts';
import type { Entry } from '../../schema/tables/ledger.ts';
import { fold } from '../../sync/ledger/fold.ts';
import type { MutatorName } from '../../sync/mutators.ts';
import { comparableNumber } from '../../sync/payments/duplicates.ts';
import { Refusal } from '../../sync/tx.ts';
import { offline, online, refusals, two } from '../support/conflicts.ts';
import type { Device } from '../support/device.ts';
import { ago, check, entriesOf, fine, openAccount, sumsOf, TODAY } from '../support/ledger.ts';
import { nth } from '../support/required.ts';
import { runs } from '../support/runs.ts';

const ACTS = [
  'charge',
  'check',
  'check',
  'cash',
  'credit',
  'waive',
  'writeOff',
  'reverse',
  'return',
  'refund',
] as const;
const step = fc.record({
  at: fc.nat(1),
  act: fc.constantFrom(...ACTS),
  dollars: fc.integer({ min: 1, max: 3 }).map((n) => n * 20),
  days: fc.integer({ min: 0, max: 9 }),
  of: fc.nat(),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const entriesOn = (device: Device, account_id: string): Entry[] =>
  device.store.rows('entry').all.filter((entry) => entry.account_id === account_id);

/** The act of a step on a device, from the rows that the device holds; nothing where it holds nothing that fits. */
const changeOf = (
  device: Device,
  account_id: string,
  { act, dollars, days, of }: Step,
): [MutatorName, object] | null => {
  const entries = entriesOn(device, account_id);
  const pick = (kinds?: string) => {
    const some = entries.filter(({ kind }) => !kinds || kinds.includes(kind));
    return some.length > 0 ? some[of % some.length] : undefined;
  };
  const id = uuidv7();
  const on = { id, entry_id: pick()?.id, reason: 'A mistake', amount: dollars };
  switch (act) {
    case 'charge':
      return ['chargeAccount', fine(account_id, { id, amount: dollars, due_on: addDays(TODAY, days) })];
    case 'check':
      return [
        'recordPayment',
        check(account_id, { id, amount: dollars, reference: `0${of % 3}1`, received_on: ago(days) }),
      ];
    case 'cash':
      return ['recordPayment', check(account_id, { id, amount: dollars, method: 'cash', reference: null })];
    case 'credit':
      return ['creditAccount', { id, account_id, amount: dollars, reason: 'Good will', effective_on: ago(days) }];
    case 'return': {
      const payment_id = pick('payment')?.payment_id;
      return payment_id ? ['returnPayment', { id, payment_id, returned_on: TODAY, reason: 'No funds' }] : null;
    }
    case 'refund': {
      const given = { id, amount: dollars, method: 'cash', refunded_on: TODAY, reason: 'Paid twice' };
      const source_id = pick('payment credit')?.id;
      return source_id ? ['recordRefund', { ...given, source_id }] : null;
    }
    default:
      return on.entry_id
        ? [act === 'reverse' ? 'reverseEntry' : act === 'waive' ? 'waiveEntry' : 'writeOffEntry', on]
        : null;
  }
};

const shownOf = (entries: readonly Entry[]) =>
  entries.map(({ id, kind, amount_cents, effective_on }) => `${id} ${kind} ${amount_cents} ${effective_on}`).sort();

test('[INVAR-01] [INVAR-06] [LEDG-08] [LEDG-09] devices that post apart end with equal entries and figures, and nothing is silent', async () => {
  const { ctx, bea, sue } = await two();
  const devices = [bea, sue];
  const story = fc.tuple(fc.array(step, { minLength: 6, maxLength: 16 }), fc.boolean());
  const play = async ([steps, isSueFirst]: [Step[], boolean]) => {
    const account = await openAccount(ctx, await ctx.join(ctx.hoa_id, 'Nora Lindqvist', 'resident'));
    for (const device of devices) await online(device);
    offline(...devices);
    const made: { device: Device; id: string }[] = [];
    for (const one of steps) {
      const device = nth(devices, one.at);
      const change = changeOf(device, account, one);
      if (!change) continue;
      const done = await device.store.mutate(...change).then(
        () => true,
        (error) => {
          if (!(error instanceof Refusal)) throw error;
        },
      );
      if (done) made.push({ device, id: (change[1] as { id: string }).id });
    }
    for (const device of isSueFirst ? [sue, bea] : devices) await online(device);
    for (const device of devices) await device.sync();

    const stored = await entriesOf(ctx, account);
    const refused = (device: Device) => refusals(device).map(({ args }) => args.id);
    for (const { device, id } of made)
      expect([id, stored.some((entry) => entry.id === `${account}.${id}`)]).toEqual([
        id,
        !refused(device).includes(id),
      ]);
    expect(stored).toHaveLength(made.filter(({ device, id }) => !refused(device).includes(id)).length);

    const figures = fold(stored, { policies: [], as_of: '9999-12-31' });
    const today = fold(stored, { policies: [], as_of: addDays(TODAY, 1) });
    const sum = stored.reduce((cents, { amount_cents }) => cents + amount_cents, 0);
    expect([today.balance_cents, today.due_now_cents + today.coming_cents - today.credit_cents]).toEqual([sum, sum]);
    expect(await sumsOf(ctx, account)).toEqual([sum, figures.credit_cents]);
    for (const device of devices) {
      expect(shownOf(entriesOn(device, account))).toEqual(shownOf(stored));
      expect(device.store.rows('account').get(account)).toMatchObject({
        balance_cents: sum,
        credit_cents: figures.credit_cents,
      });
    }
    const checks = bea.store
      .rows('payment')
      .all.filter((one) => one.account_id === account && one.method === 'check' && one.status === 'succeeded')
      .filter(({ kind, returned_cents }) => kind === 'outside' && returned_cents === 0)
      .map(({ reference, amount_cents }) => `${comparableNumber(reference ?? '')} ${amount_cents}`);
    expect(new Set(checks).size).toBe(checks.length);
  };
  await fc.assert(fc.asyncProperty(story, play), { numRuns: runs(6, 60), endOnFailure: true });
  await Promise.all(devices.map((device) => device.close()));
}, 120_000);
