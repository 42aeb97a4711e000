import { type RefObject, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import { useLocation } from 'wouter';
import { addDays } from '../../../schema/dates.ts';
import { centsOf } from '../../../schema/dues.ts';
import type { Payment } from '../../../schema/tables/invoices.ts';
import { useSearchParams } from '../../device/location.ts';
import { save, saveSoon, useOnline, useRows, useStored } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { FormActions, FormCard } from '../../forms/actions.tsx';
import { ErrorAlert } from '../../forms/failure.tsx';
import { toNumber } from '../../forms/numbers.ts';
import { useSubmit } from '../../forms/submit.ts';
import { paths } from '../../paths.ts';
import { TwoColumns } from '../../screens/two-columns.tsx';
import { Alert } from '../../ui/alert.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { formatDate } from '../../ui/format.ts';
import { SkeletonRows } from '../../ui/list.tsx';
import { Breadcrumb, PageHeader } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.tsx';
import { NO_PAYMENT, type PaymentValues, partsOf, paymentArgs, paymentResolver, valuesOf } from './payment-form.ts';
import { PossibleDuplicates } from './possible-duplicates.tsx';
import { PaymentDraft } from './record-draft.tsx';
import { AccountField, PaymentFields, useProposedAmount } from './record-fields.tsx';
import { CoverageCard, OpenCard, type Recorded, RecordedCard } from './record-side.tsx';
import { OtherAccounts } from './record-split.tsx';

/** /accounts/record: one payment after another, with the same method, date and deposit; or the correction of one. */
const RecordPayment = () => {
  const corrects = useSearchParams().get('corrects');
  const wrong = useRows('payment').get(corrects);
  const { isComplete } = useStored('payment');
  if (corrects && !wrong && !isComplete) return <SkeletonRows rows={5} />;
  return <RecordForm key={corrects} wrong={wrong?.kind === 'outside' ? wrong : undefined} />;
};

export default RecordPayment;

const FAILED = 'Failed to record the payment. Please try again.';

const RecordForm = ({ wrong }: { wrong: Payment | undefined }) => {
  const asked = useSearchParams().get('account') ?? '';
  const first = useRef<HTMLDivElement>(null);
  const { form, start, recorded, record, old, failure, dismiss } = useRecording(wrong, asked, first);
  const { isSubmitting } = form.formState;
  const title = wrong ? 'Correct Payment' : 'Record Payment';
  return (
    <>
      <RecordHeader title={title} wrong={wrong} />
      <TwoColumns side={<RecordSide form={form} wrong={wrong} recorded={recorded} />}>
        <FormCard onSubmit={record}>
          <div ref={first}>
            <AccountField form={form} />
          </div>
          <PaymentFields form={form} />
          {!wrong && <OtherAccounts form={form} />}
          <ErrorAlert message={failure} onClose={dismiss} />
          <FormActions
            note={<PaymentDraft form={form} start={start} account_id={asked} corrects={wrong?.id} />}
            back={
              wrong
                ? { label: 'Cancel', href: paths.account(wrong.account_id ?? '') }
                : { label: 'Done', href: paths.accounts() }
            }
            submit={isSubmitting ? 'Recording…' : title}
            busy={isSubmitting}
          />
        </FormCard>
      </TwoColumns>
      <PossibleDuplicates />
      <ConfirmDialog {...old.dialog} />
    </>
  );
};

const RecordHeader = ({ title, wrong }: { title: string; wrong: Payment | undefined }) => (
  <>
    <Breadcrumb entries={[{ label: 'Accounts', href: paths.accounts() }, { label: title }]} />
    <PageHeader
      title={title}
      subtitle={
        wrong
          ? 'The wrong payment is reversed as of its date, and this one replaces it. Both stay on the account.'
          : 'Checks, cash and transfers that the board received'
      }
    />
  </>
);

type SideProps = {
  form: UseFormReturn<PaymentValues>;
  wrong: Payment | undefined;
  recorded: readonly Recorded[];
};

const RecordSide = ({ form, wrong, recorded }: SideProps) => (
  <>
    <OpenCard form={form} />
    <CoverageCard form={form} wrong={wrong} />
    <RecordedCard recorded={recorded} />
    <Offline />
  </>
);

/** The form, and writing the payments that a check comes to. After each the cursor is in the first field again. */
const useRecording = (wrong: Payment | undefined, account_id: string, first: RefObject<HTMLElement | null>) => {
  const today = useHoaToday();
  const [start] = useState(() => (wrong ? valuesOf(wrong) : { ...NO_PAYMENT, account_id, received_on: today }));
  const form = useForm<PaymentValues>({ resolver: paymentResolver, defaultValues: start });
  const { recorded, write, failure, dismiss } = useWriteParts(wrong?.id ?? null);
  const old = useOldDate(today);
  const [, navigate] = useLocation();
  const writeAll = async (values: PaymentValues) => {
    const left = await write(partsOf(values));
    if (left) return left.isBegun && form.reset(leftOf(left.parts), { keepDefaultValues: true });
    const { account_id, method, received_on, deposit_id } = values;
    if (wrong) {
      form.reset(start);
      void toast('Payment corrected');
      return navigate(paths.account(account_id));
    }
    form.reset({ ...NO_PAYMENT, method, received_on, deposit_id });
    first.current?.querySelector('input')?.focus();
  };
  useProposedAmount(form, wrong !== undefined);
  const record = form.handleSubmit((values) => old.ask(values, writeAll));
  return { form, start, recorded, record, old, failure, dismiss };
};

/** Writes one part after another. Gives those that are left after the first that failed. */
const useWriteParts = (corrects: string | null) => {
  const [recorded, setRecorded] = useState<readonly Recorded[]>([]);
  const { submit, failure, dismiss } = useSubmit(FAILED, { repeat: true });
  // The next check is typed while this one is written to the disk.
  const put = corrects ? save : saveSoon;
  const write = async (parts: readonly PaymentValues[]) => {
    for (const [at, part] of parts.entries()) {
      const id = uuidv7();
      const isWritten = await submit(() => put('recordPayment', { ...paymentArgs(part, id), corrects }));
      if (!isWritten) return { parts: parts.slice(at), isBegun: at > 0 };
      const cents = centsOf(toNumber(part.amount));
      setRecorded((before) => [{ id, account_id: part.account_id, cents }, ...before]);
    }
    return null;
  };
  return { recorded, write, failure, dismiss };
};

/** The rest of a check whose first parts were recorded. */
const leftOf = ([next, ...others]: readonly PaymentValues[]): PaymentValues => ({
  ...next!,
  others: others.map(({ account_id, amount }) => ({ account_id, amount })),
});

const OLD_DAYS = 180;

/** Asks once whether a date that is long past is right. */
const useOldDate = (today: string) => {
  const [asking, setAsking] = useState<{ on: string; run: () => Promise<unknown> } | null>(null);
  const [open, setOpen] = useState(false);
  const confirmed = useRef(new Set<string>());
  const ask = async (values: PaymentValues, write: (values: PaymentValues) => Promise<unknown>) => {
    const on = values.received_on;
    if (on >= addDays(today, -OLD_DAYS) || confirmed.current.has(on)) return write(values);
    setAsking({ on, run: () => write(values) });
    setOpen(true);
  };
  const confirm = async () => {
    if (!asking) return;
    confirmed.current.add(asking.on);
    await asking.run();
  };
  const dialog = {
    open,
    onClose: () => setOpen(false),
    title: `Received ${formatDate(asking?.on ?? today)}: Is That Right?`,
    confirm: 'Yes, Record It',
    variant: 'primary' as const,
    onConfirm: confirm,
    children: 'This date is more than 180 days ago.',
  };
  return { ask, dialog };
};

const Offline = () =>
  !useOnline() && <Alert tone="info">You are offline. What you record is saved on this device and sent later.</Alert>;
