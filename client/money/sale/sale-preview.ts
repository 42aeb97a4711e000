import { useMemo } from 'react';
import type { Carry } from '../../../schema/accounts.ts';
import type { Account } from '../../../schema/tables/accounts.ts';
import type { Due } from '../../../schema/tables/dues.ts';
import type { Invoice } from '../../../schema/tables/invoices.ts';
import { issuedSince } from '../../../sync/accounts/sale.ts';
import { ruleOf } from '../../../sync/dues/recipients.ts';
import { LAST_DAY } from '../../../sync/ledger/books.ts';
import { fold } from '../../../sync/ledger/fold.ts';
import { useRows } from '../../device/store.ts';
import { useBooks } from '../accounts.ts';

/** `reissue` are the invoices to reverse and to issue to the buyer. */
export type SaleValues = { on: string; buyer_ids: readonly string[]; carry: Carry; reissue: readonly string[] };

/** The result of a sale: `issued` are the invoices to decide on, `elsewhere` an account on which the buyer is
 * billed already, where a due of chosen people would bill them for one home alone. */
export type SaleResult = {
  issued: readonly Invoice[];
  dues: readonly Due[];
  seller_cents: number;
  buyer_cents: number;
  elsewhere: Account | undefined;
};

export const useSalePreview = (account: Account, { on, buyer_ids, carry, reissue }: SaleValues): SaleResult => {
  const { list } = useBooks(account.id, LAST_DAY);
  const policies = useRows('policy').all;
  const invoices = useRows('invoice').all;
  const dues = useRows('due').all;
  const accounts = useRows('account').all;
  return useMemo(() => {
    const issued = issuedSince(invoices, account.id, on).sort((a, b) => (a.period < b.period ? -1 : 1));
    const again = issued.filter(({ id }) => reissue.includes(id));
    const reversed = new Set(again.map(({ id }) => id));
    const kept = list.filter(({ kind, invoice_id }) => kind !== 'charge' || !reversed.has(invoice_id ?? ''));
    const { balance_cents, credit_cents } = fold(kept, { policies, as_of: LAST_DAY });
    const carried = { none: 0, balance: balance_cents, credit_only: -credit_cents }[carry];
    const passed = dues.filter(
      ({ status, recipients }) => status === 'active' && recipients.some((id) => account.holder_ids.includes(id)),
    );
    const isListed = passed.some((due) => ruleOf(due) === 'listed');
    return {
      issued,
      dues: passed,
      seller_cents: balance_cents - carried,
      buyer_cents: carried + again.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
      elsewhere: accounts.find(
        ({ id, status, address_id, holder_ids }) =>
          isListed &&
          id !== account.id &&
          status === 'open' &&
          address_id !== null &&
          holder_ids.includes(buyer_ids[0] ?? ''),
      ),
    };
  }, [account, accounts, buyer_ids, carry, dues, invoices, list, on, policies, reissue]);
};
