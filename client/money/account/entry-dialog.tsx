import { MessageCircleQuestion } from 'lucide-react';
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
import { EntryActions } from './entry-actions.tsx';
import type { AccountBooks } from './model.ts';

/** The entry in the address, explained: what made it, who and when, what covers it or what it covers, and its chain. */
export const EntryDialog = ({ account, books }: { account: Account; books: AccountBooks }) => {
  const [path, navigate] = useLocation();
  const asked = useSearchParams().get('entry');
  const entry = books.entries.get(asked ?? '');
  const user = useUser();
  const board = canRecord(user);
  const subject = useLast(entry);
  if (!subject) return null;
  const payment = subject.kind === 'payment' ? books.payments.get(subject.payment_id ?? '') : undefined;
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
      <Facts
        entries={[
          ['Counts from', formatDate(subject.effective_on)],
          ['Due', subject.due_on ? formatDate(subject.due_on) : null],
          ['Posted', formatDateTime(subject.posted_at)],
          ['By', subject.made_by_name ?? 'Porchlight'],
          ['Note', board ? (subject.note ?? payment?.note) : null],
          ...feesOf(payment),
        ]}
      />
      <Covers title="Paid by" lines={covered_by} />
      <Covers title="Covers" lines={covers} />
      <Chain chain={chain} entry_id={subject.id} books={books} />
      {subject.kind === 'payment' && (
        <p className="pt-4">
          <LinkButton size="small" href={paths.receipt(account.id, subject.payment_id ?? '')}>
            Receipt
          </LinkButton>
        </p>
      )}
      {board && <EntryActions entry={subject} books={books} onDone={close} />}
      {account.holder_ids.includes(user.id) && (
        <p className="pt-4 print:hidden">
          <LinkButton icon={MessageCircleQuestion} href={paths.requestAbout(subject.id)}>
            Ask about this
          </LinkButton>
        </p>
      )}
      {account.status === 'closed' && <p className="pt-4 text-ink-2">This account is closed.</p>}
    </Dialog>
  );
};

type ChainProps = { chain: readonly Entry[]; entry_id: string; books: AccountBooks };

const Chain = ({ chain, entry_id, books }: ChainProps) =>
  chain.length > 1 && (
    <>
      <h3 className="pt-4 pb-1 font-semibold">What followed</h3>
      <ul>
        {chain.map((one) => (
          <li key={one.id} className="num flex justify-between gap-3 border-line border-t py-1.5">
            <span aria-current={one.id === entry_id ? 'true' : undefined}>
              {formatDate(one.effective_on)} · {explain(one, books).title}
            </span>
            <span>{formatMoney(one.amount_cents)}</span>
          </li>
        ))}
      </ul>
    </>
  );

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

const Covers = ({ title, lines }: { title: string; lines: readonly ExplainLine[] }) =>
  lines.length > 0 && (
    <>
      <h3 className="pt-4 pb-1 font-semibold">{title}</h3>
      <ul>
        {lines.map((line) => (
          <li
            key={`${line.entry?.id}/${line.on}`}
            className="num flex justify-between gap-3 border-line border-t py-1.5"
          >
            <span>
              {formatDate(line.on)} · {line.title}
            </span>
            <span>{formatMoney(line.cents)}</span>
          </li>
        ))}
      </ul>
    </>
  );
