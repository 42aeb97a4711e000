import { useState } from 'react';
import type { Rows } from '../../../schema/rows.ts';
import type { FailedJob } from '../../../schema/tables/failed-jobs.ts';
import { canManage } from '../../../sync/failed-jobs/entity.ts';
import { canResend } from '../../../sync/users/entity.ts';
import { messageOf } from '../../device/api.ts';
import { useUser } from '../../device/session.ts';
import { save, useOnline, useRows } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { listPath } from '../../people/users/model.ts';
import { choiceFilter, filterPath, useListFilters } from '../../screens/filters.ts';
import { formatLabel } from '../../ui/format.ts';
import { toast } from '../../ui/toast.tsx';

/** The filter of /needs-attention: all, or one part of it. */
const FILTERS = { show: choiceFilter(['all', 'payments', 'failed']) };
export const useFilters = () => useListFilters(FILTERS);
export const needsAttentionPath = (show: 'payments' | 'failed'): string =>
  filterPath(FILTERS, paths.needsAttention(), { show });

export const useFailedJobsOf = (subject_id: string): readonly FailedJob[] =>
  useRows('failedJob').by('subject_id', subject_id);

/** An invitation can be resent only by a user who may invite that role. */
export const useMayResend = (): ((job: FailedJob) => boolean) => {
  const me = useUser();
  const users = useRows('user');
  return ({ kind, subject_id }) => {
    const invited = kind === 'mailInvitations' ? users.get(subject_id ?? '') : undefined;
    return canManage(me) && (invited === undefined || canResend(me, invited));
  };
};

const AGAIN = 'It will be sent again';
const ONCE_ONLINE = 'It will be sent again when you are back online';

export const useFailedJobActions = () => {
  const [errors, setErrors] = useState<Readonly<Record<string, string | undefined>>>({});
  const [asked, ask] = useState<FailedJob | null>(null);
  const online = useOnline();
  const setError = (id: string, message: string | undefined) => setErrors((all) => ({ ...all, [id]: message }));
  const attempt = async (name: 'resendFailedJob' | 'dismissFailedJob', id: string, done?: string) => {
    setError(id, undefined);
    try {
      await save(name, { id });
      if (done) void toast(done);
    } catch (error) {
      setError(id, messageOf(error, 'This could not be done. Please try again.'));
    }
  };
  return {
    errors,
    /** The job of which `DismissDialog` asks whether to dismiss it. */
    asked,
    ask,
    dismissError: (id: string) => setError(id, undefined),
    resend: ({ id }: FailedJob) => attempt('resendFailedJob', id, online ? AGAIN : ONCE_ONLINE),
    dismiss: ({ id }: FailedJob) => attempt('dismissFailedJob', id),
  };
};

const KINDS: Record<string, { label: string; failed?: string }> = {
  mailInvitations: { label: 'Invitation by email', failed: 'The invitation by email failed' },
  sendAnnouncement: { label: 'Sending a scheduled announcement' },
  mailViolation: { label: 'Notice by email', failed: 'The notice by email failed' },
  mailReceipt: { label: 'Receipt by email', failed: 'The receipt by email failed' },
  mailInvoices: { label: 'Invoice by email', failed: 'The invoice by email failed' },
  mailReminder: { label: 'Reminder by email', failed: 'The reminder by email failed' },
  endPlans: { label: 'Ending payment plans' },
  remindAccounts: { label: 'Sending due reminders' },
  mailPlan: { label: 'Email about your plan' },
  issueInvoices: { label: 'Issuing invoices', failed: 'Issuing its invoices failed' },
  openLedger: { label: 'Setting up accounts' },
  recalculateAccounts: { label: 'Recalculating accounts', failed: 'An account was recalculated' },
  postFees: { label: 'Calculating late fees' },
  postAccountFees: { label: 'Posting late fees' },
  correctFees: { label: 'Reversing late fees' },
  mailReturn: { label: 'Email about a returned payment', failed: 'An email about a returned payment failed' },
  sendRefund: { label: 'Sending a refund', failed: 'A refund could not be sent' },
  mailFees: { label: 'Email about late fees', failed: 'An email about late fees failed' },
  mailFeeNotice: { label: 'Email about the first late fees' },
  applyPolicy: { label: 'Applying a rule to accounts' },
  endSessions: { label: 'Signing out everywhere', failed: 'Signing out everywhere failed' },
  deleteFile: { label: 'Deleting a stored file' },
  checkFile: { label: 'Checking a stored file' },
  settlePayment: { label: 'Recovering a payment’s cost', failed: 'A payment’s cost was not recovered' },
  reconcile: { label: 'Checking with the payment service' },
  expireCheckout: { label: 'Closing an online payment' },
  dropCustomer: { label: 'Deleting a customer at the payment service' },
  fitPlan: { label: 'Checking the size of your plan' },
  growPlan: { label: 'Moving to a larger plan' },
};

export const labelOf = ({ kind }: Pick<FailedJob, 'kind'>): string =>
  KINDS[kind]?.label ?? formatLabel(kind.replace(/[A-Z]/g, ' $&'));

export const failedOf = (job: Pick<FailedJob, 'kind'>): string => KINDS[job.kind]?.failed ?? `${labelOf(job)} failed`;

export const useRecordOf = (): ((job: FailedJob) => { title: string; href: string } | undefined) => {
  const rows: {
    [E in Exclude<NonNullable<FailedJob['subject']>, 'payment'>]: { get(id: string): Rows[E] | undefined };
  } = { user: useRows('user'), violation: useRows('violation'), invoice: useRows('invoice'), due: useRows('due') };
  const payments = useRows('payment');
  return ({ subject, subject_id }) => {
    if (subject === null || subject_id === null) return undefined;
    if (subject === 'user') {
      const user = rows.user.get(subject_id);
      return user && { title: user.name || user.email, href: listPath({ search: user.email }) };
    }
    if (subject === 'payment') {
      const invoice = rows.invoice.get(payments.get(subject_id)?.invoice_id ?? '');
      return invoice && { title: invoice.title, href: paths.invoice(invoice.id) };
    }
    const record = rows[subject].get(subject_id);
    return record && { title: record.title, href: paths[subject](subject_id) };
  };
};
