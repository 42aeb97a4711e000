import { uuidv7 } from 'uuidv7';
import { expect } from 'vitest';
import type { MutatorName } from '../../sync/mutators.ts';
import { testBothApis } from '../support/apis.ts';
import { check, entriesOf, fine, openAccount, TODAY } from '../support/ledger.ts';

const OK = { ok: true };
const TAKEN = { ok: false, code: 'conflict', message: 'This id is already in use' };

testBothApis(
  '[LEDG-01] the same id posts once, and with another memo, reason, note or fund it is refused',
  async (api, ctx) => {
    const account = await openAccount(ctx, ctx.rex);
    const [first, waived, writtenOff] = [fine(account), fine(account, { amount: 300 }), fine(account, { amount: 300 })];
    const payment = check(account, { payer_name: 'Rex Okafor', memo: 'May', note: 'By hand' });
    const returned = check(account, { reference: '7' });
    for (const args of [first, waived, writtenOff]) expect(await api.act(ctx.bea, 'chargeAccount', args)).toEqual(OK);
    const on = ({ id }: { id: string }) => ({ entry_id: `${account}.${id}` });
    const calls: [MutatorName, Record<string, unknown>, Record<string, unknown>[]][] = [
      [
        'chargeAccount',
        { ...first, note: null },
        [{ memo: 'Noise' }, { note: 'Seen' }, { fund: 'reserve' }, { category: 'other' }],
      ],
      [
        'creditAccount',
        { id: uuidv7(), account_id: account, amount: 5, reason: 'Good will', effective_on: TODAY },
        [{ reason: 'Gate' }, { memo: 'Gate' }, { note: 'Gate' }, { amount: 6 }],
      ],
      [
        'recordPayment',
        payment,
        [
          { memo: 'June' },
          { note: '' },
          { payer_name: 'Rita' },
          { reference: '1043' },
          { method: 'cash' },
          { amount: 51 },
        ],
      ],
      ['recordPayment', returned, []],
      [
        'waiveEntry',
        { id: uuidv7(), ...on(waived), amount: 5, reason: 'Good will' },
        [{ reason: 'Gate' }, { amount: 6 }],
      ],
      ['writeOffEntry', { id: uuidv7(), ...on(writtenOff), reason: 'Good will' }, [{ reason: 'Gate' }, { amount: 6 }]],
      ['reverseEntry', { id: uuidv7(), ...on(first), reason: 'Twice' }, [{ reason: 'Gate' }]],
      [
        'returnPayment',
        { id: uuidv7(), payment_id: returned.id, returned_on: TODAY, reason: 'No funds' },
        [{ reason: 'Stopped' }],
      ],
      [
        'recordRefund',
        {
          ...{ id: uuidv7(), source_id: `${account}.${payment.id}`, amount: 5, method: 'cash', refunded_on: TODAY },
          reason: 'Too much',
        },
        [{ reason: 'Gate' }, { amount: 6 }, { method: 'other' }, { reference: 'R1' }],
      ],
    ];
    for (const [name, args, others] of calls) {
      for (let time = 0; time < 2; time += 1) expect([name, await api.act(ctx.bea, name, args)]).toEqual([name, OK]);
      const before = await entriesOf(ctx, account);
      for (const other of others)
        expect([name, other, await api.act(ctx.bea, name, { ...args, ...other })]).toEqual([name, other, TAKEN]);
      expect(await entriesOf(ctx, account)).toEqual(before);
    }
  },
);
