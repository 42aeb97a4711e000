import type { Deposit } from '../../../schema/tables/ledger.ts';
import type { DepositTotals } from '../../../sync/deposits/mutators.ts';
import { messageOf } from '../../device/http.ts';
import { save } from '../../device/store.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { formatMoney, formatPlural } from '../../ui/format.ts';
import { toast } from '../../ui/toast.tsx';

type Props = { deposit: Deposit; totals: DepositTotals; open: boolean; onClose: () => void };

/** Asks before a deposit is closed, because its list is frozen then. */
export const CloseDeposit = ({ deposit: { id }, totals: { count, total_cents }, open, onClose }: Props) => {
  const close = () =>
    save('closeDeposit', { id, status: 'closed' }).catch(
      (error) => void toast(messageOf(error, 'The deposit could not be closed. Please try again.'), 'error'),
    );
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Close Deposit"
      confirm="Close Deposit"
      variant="primary"
      onConfirm={close}
    >
      Its {formatPlural(count, 'payment')} of {formatMoney(total_cents)} can’t be changed after that. A payment that
      arrives later from another device is listed as not deposited yet.
    </ConfirmDialog>
  );
};
