import type { InvoiceSums } from '../../schema/ledger.ts';
import { dues } from '../../schema/tables/dues.ts';
import type { hoas } from '../../schema/tables/hoas.ts';
import { invoices, payments } from '../../schema/tables/invoices.ts';
import { beginOpening, finishOpening, openAccounts } from '../../sync/ledger/opening/run.ts';
import type { RowBuffer } from './rows.ts';
import { seedTx } from './tx.ts';

/** Makes entries of the invoices and payments, as the job does for an HOA from before there was a ledger. Throws where an
 * invoice would not keep its status. */
export const openLedger = async (rows: RowBuffer, hoa_id: string, now: Date): Promise<void> => {
  const tx = seedTx(rows, hoa_id, now);
  await beginOpening(tx, sumsOf(rows, hoa_id));
  const people = new Set([
    ...ownRows(rows, invoices, hoa_id).map(({ recipient_id }) => String(recipient_id)),
    ...ownRows(rows, payments, hoa_id).map(({ user_id }) => String(user_id)),
    ...ownRows(rows, dues, hoa_id).flatMap(({ status, recipients }) =>
      status === 'active' ? (recipients as string[]) : [],
    ),
  ]);
  for (const id of people) {
    const [failed] = await openAccounts(tx, [{ id, most: Number.POSITIVE_INFINITY }]);
    if (failed) throw new Error(failed.reason);
  }
  await finishOpening(tx, sumsOf(rows, hoa_id));
};

type Tables = typeof hoas | typeof dues | typeof invoices | typeof payments;

const ownRows = (rows: RowBuffer, table: Tables, hoa_id: string) =>
  rows.rowsOf(table).filter((row) => row.hoa_id === hoa_id);

const sumsOf = (rows: RowBuffer, hoa_id: string): InvoiceSums => {
  const own = ownRows(rows, invoices, hoa_id);
  const sum = (status: string) =>
    own.filter((row) => row.status === status).reduce((cents, row) => cents + Number(row.amount_cents), 0);
  return { pending_cents: sum('pending'), paid_cents: sum('paid'), canceled_cents: sum('canceled') };
};
