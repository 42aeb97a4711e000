import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../schema/dates.ts';
import { todayOf } from '../../sync/dues/entity.ts';
import { statusOf } from '../../sync/invoices/entity.ts';
import { create, invoice, invoices, sendDue, settle, setZone, storeInvoices } from '../support/dues.ts';
import { call, contextForAll, createContext, statusAndMessage } from '../support/fixtures.ts';

const NOT_FOUND = 'Invoice not found.';

const ctx = contextForAll();

describe('[INV-07] reading an invoice', () => {
  test('[INV-08] [INV-10] [INV-23] the board learns its recipient, the recipient what they owe', async () => {
    const own = await createContext();
    const { bea, sue, rex } = own;
    const { due, id } = await sendDue(own, [rex], { title: 'Pool', amount: 19.99 });
    const expected = {
      _id: id,
      dues_id: { _id: due._id, title: 'Pool', description: 'For the garden.' },
      amountCents: 1999,
      paidCents: 0,
      remainingCents: 1999,
      status: 'pending',
      sent: '2099-01-31T20:00:00.000Z',
      due_date: '2099-02-07',
      paid_at: null,
      canceled_at: null,
    };
    expect((await invoice(rex, id)).body).toEqual(expected);
    expect((await invoices(rex)).docs).toEqual([expected]);
    for (const person of [bea, sue])
      expect((await invoice(person, id)).body).toEqual({
        ...expected,
        recipient_id: { _id: rex.id, name: rex.name, email: rex.email },
      });
  });

  test('[INV-26] [INV-27] [INV-32] another’s invoice is not found', async () => {
    const { rex, rita, olga, otto } = ctx;
    const { id } = await sendDue(ctx, [rex]);
    for (const person of [rita, olga, otto])
      expect(statusAndMessage(await invoice(person, id))).toEqual([404, NOT_FOUND]);
    for (const odd of [uuidv7(), 'nonsense', '%00', "'%20OR%201=1"])
      expect(statusAndMessage(await invoice(rex, odd))).toEqual([404, NOT_FOUND]);
  });

  test('[API-07] every way in is for signed-in callers', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/x'],
      ['PUT', '/x/status'],
    ] as const)
      expect((await call(ctx.app, method, `/api/invoices${path}`, method === 'PUT' ? {} : undefined)).status).toBe(401);
  });

  test('[DUE-29] [INV-08] it keeps the terms under which it was sent', async () => {
    const { due, id } = await sendDue(ctx, [ctx.rex], { title: 'Old' });
    const changes = { title: 'New', amount: 1, description: 'Other', recipients: [ctx.rita.id] };
    expect((await ctx.bea.call('PUT', `/api/dues/${due._id}`, changes)).status).toBe(200);
    const body = { dues_id: { title: 'Old', description: 'For the garden.' }, amountCents: 12_550 };
    expect((await invoice(ctx.rex, id)).body).toMatchObject(body);
  });
});

describe('overdue', () => {
  test.each(['Pacific/Auckland', 'America/Chicago', 'Pacific/Honolulu'])(
    '[INV-11] [INV-12] a pending invoice is overdue once its due day has ended in %s, without any job',
    async (zone) => {
      const now = new Date();
      const home = await createContext({ now: () => now });
      const { bea, rex, db, hoa_id } = home;
      await setZone(db, hoa_id, zone);
      const today = todayOf({ time_zone: zone }, now);
      const { _id } = await create(bea, [rex]);
      const due = (days: number, over = {}) => ({ recipient_id: rex.id, due_date: addDays(today, days), ...over });
      const paid = { status: 'paid', paid_at: now.toISOString() };
      const canceled = { status: 'canceled', canceled_at: now.toISOString() };
      await storeInvoices(home, _id, [due(0), due(-1), due(-2, paid), due(-3, canceled)]);
      const read = (await invoices(rex)).docs;
      expect(read.map(({ status }: { status: string }) => status)).toEqual(['pending', 'overdue', 'paid', 'canceled']);
      expect((await invoice(bea, read[1]._id)).body.status).toBe('overdue');
      expect((await settle(bea, read[1]._id, 'paid')).body.status).toBe('paid');
    },
  );

  test('[INV-11] the day ends at the HOA’s midnight, on the days the clocks change as on any other', () => {
    const due = { status: 'pending', due_date: '2026-03-08' } as const;
    const at = (time_zone: string, instant: string) => statusOf(due, todayOf({ time_zone }, instant));
    expect(at('America/Chicago', '2026-03-09T04:59:59Z')).toBe('pending');
    expect(at('America/Chicago', '2026-03-09T05:00:00Z')).toBe('overdue');
    expect(at('Pacific/Honolulu', '2026-03-09T09:59:59Z')).toBe('pending');
    expect(at('Pacific/Honolulu', '2026-03-09T10:00:00Z')).toBe('overdue');
    expect(at('Pacific/Auckland', '2026-03-08T10:59:59Z')).toBe('pending');
    expect(at('Pacific/Auckland', '2026-03-08T11:00:00Z')).toBe('overdue');
  });
});
