import { Fragment, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { LedgerOpening } from '../../../schema/ledger.ts';
import { useRows } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { usePeople } from '../../screens/people.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatCount, formatDateTime, formatMoney } from '../../ui/format.ts';
import { PlainTable } from '../../ui/plain-table.tsx';
import { holdersOf } from '../accounts.ts';

type Props = { report: LedgerOpening; open: boolean; onClose: () => void };

const OpeningReport = ({ report, open, onClose }: Props) => (
  <Dialog open={open} onClose={onClose} title="Opening Report" subtitle={subtitleOf(report)}>
    <div className="grid gap-5">
      {report.failed.length > 0 && <Failed failed={report.failed} />}
      <Sums report={report} />
      <Lists report={report} onClose={onClose} />
    </div>
  </Dialog>
);

export default OpeningReport;

const subtitleOf = ({ started_at, finished_at }: LedgerOpening): string =>
  finished_at
    ? `Invoices and payments were moved to accounts on ${formatDateTime(finished_at)}.`
    : `Invoices and payments have been moving to accounts since ${formatDateTime(started_at)}.`;

const Failed = ({ failed }: Pick<LedgerOpening, 'failed'>) => {
  const people = usePeople();
  return (
    <Alert tone="error">
      These people’s invoices could not be moved. Nothing was changed, and Porchlight tries again each day:{' '}
      {failed.map(({ user_id }) => people.name(user_id)).join(', ')}.
    </Alert>
  );
};

const Sums = ({ report: { before, after } }: { report: LedgerOpening }) => (
  <PlainTable caption="Sums before and after" heads={SUM_HEADS} headClass="border-line border-b text-ink-3 text-sm">
    <tbody>
      {STATUSES.map(({ label, field }) => (
        <tr key={field} className="border-line border-b">
          <th scope="row" className="py-2 text-left font-normal">
            {label}
          </th>
          <td className="py-2 text-right">{formatMoney(before[field])}</td>
          <td className="py-2 text-right">{after ? formatMoney(after[field]) : '–'}</td>
        </tr>
      ))}
    </tbody>
    {after && (
      <tfoot>
        <tr>
          <td colSpan={3} className="py-2.5 text-ink-2">
            The balances of {formatCount(after.accounts)} accounts total {formatMoney(after.balance_cents)}
            {after.balance_cents < after.pending_cents &&
              `, after ${formatMoney(after.pending_cents - after.balance_cents)} that came in separately`}
            . Credit left: {formatMoney(after.credit_cents)}.
          </td>
        </tr>
      </tfoot>
    )}
  </PlainTable>
);

const SUM_HEAD = 'py-2 text-right font-normal';
const SUM_HEADS = [
  ['Invoices', 'py-2 text-left font-normal'],
  ['Before', SUM_HEAD],
  ['After', SUM_HEAD],
] as const;

const STATUSES = [
  { label: 'Unpaid', field: 'pending_cents' },
  { label: 'Paid', field: 'paid_cents' },
  { label: 'Canceled', field: 'canceled_cents' },
] as const;

const Lists = ({ report, onClose }: Pick<Props, 'report' | 'onClose'>) => {
  const people = usePeople();
  const links = useLinks(onClose);
  return (
    <>
      <List title="Other money received now pays these invoices">
        {report.covered.map(({ invoice_id, open_cents }) => ({
          key: invoice_id,
          text: links.invoice(invoice_id),
          figure: open_cents === 0 ? 'Paid' : `${formatMoney(open_cents)} open`,
        }))}
      </List>
      <List title="Credits that keep an invoice paid">
        {report.credits.map(({ invoice_id, cents, reason }) => ({
          key: `${invoice_id} ${reason}`,
          text: [<Fragment key="link">{links.invoice(invoice_id)}</Fragment>, `: ${reason.toLowerCase()}`],
          figure: formatMoney(cents),
        }))}
      </List>
      <List title="Payments not applied">{report.elsewhere.map((id) => ({ key: id, text: links.payment(id) }))}</List>
      <List title="Homes whose people are billed separately. Join their accounts to bill the home once.">
        {report.proposals.map(({ address_id, account_ids }) => ({
          key: address_id,
          text: account_ids.map((id, at) => [at > 0 && ', ', <Fragment key={id}>{links.account(id)}</Fragment>]),
          figure: people.address({ address_id }),
        }))}
      </List>
    </>
  );
};

const useLinks = (onClose: () => void) => {
  const invoices = useRows('invoice');
  const payments = useRows('payment');
  const accounts = useRows('account');
  const people = usePeople();
  const link = (href: string, text: string) => (
    <Link href={href} onClick={onClose} className="text-ink hover:underline">
      {text}
    </Link>
  );
  return {
    invoice: (id: string) => {
      const row = invoices.get(id);
      return link(paths.invoice(id), row ? `${row.title}, ${people.name(row.recipient_id)}` : 'Invoice');
    },
    payment: (id: string) => {
      const row = payments.get(id);
      if (!row) return 'Payment';
      const text = `${formatMoney(row.amount_cents)} of ${people.name(row.user_id)}`;
      return row.invoice_id ? link(paths.invoice(row.invoice_id), text) : text;
    },
    account: (id: string) => {
      const row = accounts.get(id);
      return link(paths.account(id), (row && holdersOf(people, row)) || 'Account');
    },
  };
};

type Item = { key: string; text: ReactNode; figure?: string };

const List = ({ title, children }: { title: string; children: readonly Item[] }) =>
  children.length > 0 && (
    <section>
      <h3 className="mb-1 font-semibold">{title}</h3>
      <ul>
        {children.map(({ key, text, figure }) => (
          <li key={key} className="num flex justify-between gap-4 border-line border-b py-2">
            <span className="min-w-0 [overflow-wrap:anywhere]">{text}</span>
            {figure && <span className="shrink-0 text-right text-ink-2">{figure}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
