import { expect, test } from 'vitest';
import { openLedger } from '../local/seed/ledger.ts';
import { demoRows, type SeedSize } from '../local/seed.ts';
import { accounts, entries, hoas, invoices, payments } from '../schema/index.ts';
import type { Account } from '../schema/tables/accounts.ts';
import type { Hoa } from '../schema/tables/hoas.ts';
import type { Invoice, Payment } from '../schema/tables/invoices.ts';

const NOW = new Date('2026-11-20T18:00:00Z');

type Rows = ReturnType<typeof demoRows>['rows'];

const own = <Row>(rows: Rows, table: Parameters<Rows['rowsOf']>[0], hoa_id: string) =>
  rows.rowsOf(table).filter((row) => row.hoa_id === hoa_id) as Row[];
const sum = (rows: readonly object[], field: string) =>
  rows.reduce((cents, row) => cents + Number((row as Record<string, unknown>)[field]), 0);
const standing = (rows: Rows) =>
  rows.rowsOf(invoices).map(({ id, status, paid_at, canceled_at }) => ({ id, status, paid_at, canceled_at }));

const SIZES: SeedSize[] = process.env.LONG_RUNS ? ['demo', 'large'] : ['demo'];

test.each(SIZES)(
  '[MOVE-03] [MOVE-05] the %s HOAs keep the status of every invoice, and owe to the cent what is pending less their credits',
  async (size) => {
    const { rows, hoa_ids } = demoRows(size, NOW);
    const before = standing(rows);
    for (const hoa_id of hoa_ids) await openLedger(rows, hoa_id, NOW);
    expect(standing(rows)).toEqual(before);
    for (const hoa_id of hoa_ids) {
      const [hoa] = own<Hoa>(rows, hoas, hoa_id);
      const held = own<Account>(rows, accounts, hoa_id);
      const pending = own<Invoice>(rows, invoices, hoa_id).filter(({ status }) => status === 'pending');
      const free = own<Payment>(rows, payments, hoa_id).filter(({ kind }) => kind === 'credit');
      const owed = sum(pending, 'amount_cents') - sum(free, 'amount_cents');
      expect(sum(held, 'balance_cents')).toBe(owed);
      expect(sum(own(rows, entries, hoa_id), 'amount_cents')).toBe(owed);
      expect(sum(pending, 'amount_cents') - sum(pending, 'paid_cents') - sum(held, 'credit_cents')).toBe(owed);
      expect(hoa).toMatchObject({
        ledger_opened_at: NOW.toISOString(),
        ledger_opening: { after: hoa!.ledger_opening!.before, failed: [], elsewhere: [], credits: [] },
      });
      const partly = pending.filter(({ paid_cents }) => paid_cents > 0).map(({ id }) => id);
      expect(hoa!.ledger_opening!.covered.map(({ invoice_id }) => invoice_id)).toEqual(partly);
    }
  },
);
