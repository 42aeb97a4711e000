import { Link } from 'wouter';
import type { Entry } from '../../../schema/tables/ledger.ts';
import { titleOf } from '../../../sync/ledger/entry-titles.ts';
import { useRows } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { formatDate, formatMoney } from '../../ui/format.ts';

/** The entry of an account that a new request is about. */
export const AboutEntry = ({ entry_id }: { entry_id: string }) => {
  const entry = useRows('entry').get(entry_id);
  return (
    entry && (
      <Card>
        <span className="text-ink-3 text-sm">About</span>
        <p>
          <EntryLink entry={entry} />
        </p>
      </Card>
    )
  );
};

/** "Late fee, $25.00, Jan 5, 2026", which opens the entry. */
export const EntryLink = ({ entry }: { entry: Entry }) => {
  const payments = useRows('payment');
  const payment = payments.get(entry.payment_id ?? '');
  const title = titleOf(entry, { payments: new Map(payment && [[payment.id, payment]]) });
  return (
    <Link
      href={paths.accountEntry(entry.account_id, entry.id)}
      className="num text-pine-text [overflow-wrap:anywhere] hover:underline"
    >
      {title}, {formatMoney(entry.amount_cents)}, {formatDate(entry.effective_on)}
    </Link>
  );
};
