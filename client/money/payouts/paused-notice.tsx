import { Link } from 'wouter';
import { useCan } from '../../device/session.ts';
import { useRows } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { Alert } from '../../ui/alert.tsx';

/** Shown to the board, and only while payments that were set up are off. */
export const PaymentsPausedNotice = () => {
  const state = useRows('hoa').all[0]?.online_payments;
  const manages = useCan('hoa.manage');
  if (state !== 'paused' && state !== 'disconnected') return null;
  const [reason, action] = TEXTS[state];
  return (
    <Alert
      tone="error"
      title="Residents can’t pay online right now"
      actions={
        manages && (
          <Link href={paths.stripeSetup()} className="shrink-0 self-center font-semibold underline">
            {action}
          </Link>
        )
      }
    >
      <p>
        {reason} {!manages && 'A superadmin can fix this on the payment account page.'}
      </p>
    </Alert>
  );
};

const TEXTS = {
  paused: [
    'The payment provider needs more details about the HOA and won’t take payments until it has them.',
    'Continue Setup',
  ],
  disconnected: ['The HOA’s payment account is no longer connected.', 'Set Up Payments'],
} as const;
