import { useMemo } from 'react';
import { useParams } from 'wouter';
import type { Account } from '../../../schema/tables/accounts.ts';
import type { Entry } from '../../../schema/tables/ledger.ts';
import { canRecord } from '../../../sync/accounts/entity.ts';
import { contactLine } from '../../../sync/hoas/contact.ts';
import { followUpsOf, reversalOf } from '../../../sync/ledger/entry-status.ts';
import { titleOf } from '../../../sync/ledger/entry-titles.ts';
import { receiptOf } from '../../../sync/payments/receipts.ts';
import { isOnline } from '../../device/http.ts';
import { useUser } from '../../device/session.ts';
import { save, useRows, useStored } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { changeNow } from '../../forms/change-now.ts';
import { usePeople } from '../../screens/people.tsx';
import { RecordLoader } from '../../screens/record-loader.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card, Facts } from '../../ui/card.tsx';
import { formatDate, formatLabel, formatMoney } from '../../ui/format.ts';
import { SkeletonRows } from '../../ui/list.tsx';
import { Breadcrumb, PageHeader } from '../../ui/page.tsx';
import { PrintButton } from '../../ui/print-button.tsx';
import { type AccountBooks, holdersOf, LOADER, titleOfAccount, useAccountPlace, useBooks } from '../accounts.ts';

/** /accounts/:id/receipts/:payment */
const ReceiptScreen = () => (
  <RecordLoader {...LOADER}>{(account) => <ReceiptOfAccount account={account} />}</RecordLoader>
);

export default ReceiptScreen;

const ReceiptOfAccount = ({ account }: { account: Account }) => {
  const { payment = '' } = useParams<{ payment: string }>();
  const people = usePeople();
  const books = useBooks(account.id, useHoaToday());
  const { isComplete } = useStored('entry');
  const entry = books.entries.get(`${account.id}.${payment}`);
  const title = titleOfAccount(people, account);
  const place = useAccountPlace(account);
  const board = canRecord(useUser());
  return (
    <>
      <Breadcrumb entries={[place, { label: 'Receipt' }]} />
      <PageHeader
        title="Receipt"
        documentTitle={`Receipt: ${title}`}
        subtitle="What was received and what it paid"
        actions={
          <span className="contents print:hidden">
            <LinkButton href={place.href}>{place.back}</LinkButton>
            {board && entry?.kind === 'payment' && <Button onClick={() => void mail(payment)}>Email to Holders</Button>}
            <PrintButton />
          </span>
        }
      />
      {entry?.kind === 'payment' ? (
        <ReceiptCard account={account} books={books} entry={entry} />
      ) : isComplete ? (
        <Alert tone="error">Payment not found.</Alert>
      ) : (
        <SkeletonRows rows={4} />
      )}
    </>
  );
};

const mail = (id: string) =>
  changeNow({
    write: () => save('mailReceipt', { id }),
    said: isOnline() ? 'Receipt sent' : 'The receipt will be sent when you are back online',
    fallback: 'The receipt could not be sent. Please try again.',
  });

type Props = { account: Account; books: AccountBooks; entry: Entry };

const ReceiptCard = ({ account, books, entry }: Props) => {
  const hoa = useRows('hoa').all[0];
  const policies = useRows('policy').all;
  const receipt = useMemo(
    () => receiptOf(entry, books.list, books.fold, { policies, plans: books.plans }),
    [entry, books, policies],
  );
  return (
    <Card className="max-w-2xl print:max-w-none">
      <div className="flex flex-wrap justify-between gap-x-8 gap-y-1 pb-4">
        <span>
          <b className="block font-semibold">{hoa?.name}</b>
          <span className="text-ink-2">{contactLine(hoa ?? {})}</span>
        </span>
        <b className="num font-[640] text-2xl">{formatMoney(receipt.amount_cents)}</b>
      </div>
      <WhatFollowed entry={entry} books={books} />
      <PaymentFacts account={account} books={books} entry={entry} />
      <Covered receipt={receipt} books={books} />
    </Card>
  );
};

const PaymentFacts = ({ account, books, entry }: Props) => {
  const people = usePeople();
  const hoa = useRows('hoa').all[0];
  const payment = books.payments.get(entry.payment_id ?? '');
  const holders = holdersOf(people, account);
  const date = (
    <span key="date" className="num">
      {formatDate(entry.effective_on)}
    </span>
  );
  return (
    <Facts
      entries={[
        ['Date', date],
        ['From', payment?.payer_name || holders],
        ['Account', [people.address(account), holders].filter(Boolean).join(' · ')],
        ['Method', METHODS[payment?.method ?? 'other'] ?? formatLabel(payment?.method ?? 'other')],
        ['Reference', payment?.reference],
        ['Received by', payment?.kind === 'charge' ? 'Online payment' : (entry.made_by_name ?? hoa?.name)],
        ['Memo', entry.memo],
      ]}
    />
  );
};

type CoveredProps = { receipt: ReturnType<typeof receiptOf>; books: AccountBooks };

const Covered = ({ receipt: { covered, left_cents, balance_cents }, books }: CoveredProps) => (
  <>
    <h2 className="pt-5 pb-1 font-semibold">Applied To</h2>
    <ul className="num">
      {covered.map((cover) => (
        <Line
          key={`${cover.entry.id} ${cover.on}`}
          text={titleOf(cover.entry, books)}
          hint={cover.entry.due_on ? `due ${formatDate(cover.entry.due_on)}` : ''}
          cents={cover.cents}
        />
      ))}
      {left_cents > 0 && <Line text="Kept as credit" hint="" cents={left_cents} />}
      {covered.length === 0 && left_cents === 0 && <li className="text-ink-2">Not applied to any charges.</li>}
    </ul>
    <p className="num mt-2 flex justify-between gap-4 border-line-strong border-t pt-2 font-semibold">
      <span>{balance_cents < 0 ? 'Credit after this payment' : 'Balance after this payment'}</span>
      <span>{formatMoney(Math.abs(balance_cents))}</span>
    </p>
  </>
);

const METHODS: Record<string, string> = { us_bank_account: 'Bank transfer', card: 'Card', other: 'Other' };

const Line = ({ text, hint, cents }: { text: string; hint: string; cents: number }) => (
  <li className="flex justify-between gap-4 border-line border-t py-1.5">
    <span className="[overflow-wrap:anywhere]">
      {text} <span className="text-ink-3">{hint}</span>
    </span>
    <span>{formatMoney(cents)}</span>
  </li>
);

const WhatFollowed = ({ entry, books }: Omit<Props, 'account'>) => {
  const reversal = reversalOf(books.list, entry.id);
  const given = followUpsOf(books.list, entry.id, ['return', 'refund']);
  const lines = [...(reversal ? [reversal] : []), ...given].map(
    ({ kind, effective_on, amount_cents, reason }) =>
      `${WORDS[kind] ?? ''} on ${formatDate(effective_on)}: ${formatMoney(Math.abs(amount_cents))} (${reason}).`,
  );
  return (
    lines.length > 0 && (
      <div className="mb-4 rounded-md border border-line bg-sunk px-3.5 py-2.5 font-[560] text-ochre">
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    )
  );
};
const WORDS: Partial<Record<Entry['kind'], string>> = {
  reversal: 'Reversed',
  return: 'Returned',
  refund: 'Refunded',
};
