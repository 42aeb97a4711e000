import { MessageCircleQuestion } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { Account } from '../../../schema/tables/accounts.ts';
import type { Payment } from '../../../schema/tables/invoices.ts';
import type { Entry } from '../../../schema/tables/ledger.ts';
import { canRecord } from '../../../sync/accounts/entity.ts';
import { type ExplainLine, explain } from '../../../sync/ledger/explain.ts';
import { useSearchParams } from '../../device/location.ts';
import { useUser } from '../../device/session.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Facts } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatDate, formatDateTime, formatMoney } from '../../ui/format.ts';
import { useLast } from '../../ui/frozen.ts';
import type { AccountBooks } from '../accounts.ts';
import { EntryActions } from './entry-actions.tsx';

export const EntryDialog = ({ account, books }: { account: Account; books: AccountBooks }) => {
  const [path, navigate] = useLocation();
  const asked = useSearchParams().get('entry');
  const entry = books.entries.get(asked ?? '');
  const user = useUser();
  const board = canRecord(user);
  const subject = useLast(entry);
  if (!subject) return null;
  const { title, sentence, covered_by, covers, chain } = explain(subject, books);
  const close = () => navigate(path, { replace: true });
  return (
    <Dialog
      open={entry !== undefined}
      onClose={close}
      title={title}
      subtitle={<span className="num">{formatMoney(subject.amount_cents)}</span>}
    >
      <p className="pb-4">{sentence}</p>
      <EntryFacts entry={subject} books={books} board={board} />
      <Lines title="Paid by" lines={covered_by.map(lineOf)} />
      <Lines title="Covers" lines={covers.map(lineOf)} />
      {chain.length > 1 && (
        <Lines title="What happened next" lines={chain.map((one) => chainLine(one, subject, books))} />
      )}
      <EntryLinks account={account} entry={subject} isHolder={account.holder_ids.includes(user.id)}>
        {board && <EntryActions entry={subject} books={books} onDone={close} />}
      </EntryLinks>
      {account.status === 'closed' && <p className="pt-4 text-ink-2">This account is closed.</p>}
    </Dialog>
  );
};

type FactsProps = { entry: Entry; books: AccountBooks; board: boolean };

const EntryFacts = ({ entry, books, board }: FactsProps) => {
  const payment = entry.kind === 'payment' ? books.payments.get(entry.payment_id ?? '') : undefined;
  return (
    <Facts
      entries={[
        ['Effective', formatDate(entry.effective_on)],
        ['Due', entry.due_on ? formatDate(entry.due_on) : null],
        ['Posted', formatDateTime(entry.posted_at)],
        ['By', entry.made_by_name ?? 'Porchlight'],
        ['Note', board ? (entry.note ?? payment?.note) : null],
        ...feesOf(payment),
      ]}
    />
  );
};

/** The costs of paying online, as far as the viewer has them: the board alone has the processor's fee. Rows of before have no
 * online fee. */
const feesOf = (payment: Payment | undefined): [string, string | null][] => {
  if (payment?.kind !== 'charge') return [];
  const { amount_cents, processor_fee_cents: fee } = payment;
  const online_fee = payment.online_fee_cents ?? 0;
  return [
    ['Fee for paying online', online_fee > 0 ? formatMoney(online_fee) : null],
    ['Processing fee', fee == null ? null : formatMoney(fee)],
    ['For the HOA', fee == null ? null : formatMoney(amount_cents + online_fee - fee)],
  ];
};

type LinksProps = { account: Account; entry: Entry; isHolder: boolean; children: ReactNode };

const EntryLinks = ({ account, entry, isHolder, children }: LinksProps) => (
  <>
    {entry.kind === 'payment' && (
      <p className="pt-4">
        <LinkButton size="small" href={paths.receipt(account.id, entry.payment_id ?? '')}>
          Receipt
        </LinkButton>
      </p>
    )}
    {children}
    {isHolder && (
      <p className="pt-4 print:hidden">
        <LinkButton icon={MessageCircleQuestion} href={paths.requestAbout(entry.id)}>
          Ask About This
        </LinkButton>
      </p>
    )}
  </>
);

type Line = { key: string; on: string; title: string; cents: number; isCurrent?: boolean };

const lineOf = ({ entry, on, title, cents }: ExplainLine): Line => ({ key: `${entry?.id}/${on}`, on, title, cents });

const chainLine = (one: Entry, { id }: Entry, books: AccountBooks): Line => ({
  ...{ key: one.id, on: one.effective_on, title: explain(one, books).title, cents: one.amount_cents },
  isCurrent: one.id === id,
});

const Lines = ({ title, lines }: { title: string; lines: readonly Line[] }) =>
  lines.length > 0 && (
    <>
      <h3 className="pt-4 pb-1 font-semibold">{title}</h3>
      <ul>
        {lines.map(({ key, on, title: what, cents, isCurrent }) => (
          <li key={key} className="num flex justify-between gap-3 border-line border-t py-1.5">
            <span aria-current={isCurrent ? 'true' : undefined}>
              {formatDate(on)} · {what}
            </span>
            <span>{formatMoney(cents)}</span>
          </li>
        ))}
      </ul>
    </>
  );
