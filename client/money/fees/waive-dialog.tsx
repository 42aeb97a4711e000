import { Dialog } from '../../ui/dialog.tsx';
import { useFrozen } from '../../ui/frozen.ts';
import type { OpenFee } from './model.ts';
import { WaiveForm } from './waive-form.tsx';

type Props = { open: boolean; fees: readonly OpenFee[]; onClose: () => void };

const WaiveDialog = ({ open, fees, onClose }: Props) => {
  const shown = useFrozen(!open, fees);
  return (
    <Dialog open={open} onClose={onClose} title={shown.length === 1 ? 'Waive Fee' : 'Waive Fees'}>
      <WaiveForm key={shown.map(({ entry }) => entry.id).join()} fees={shown} onCancel={onClose} onDone={onClose} />
    </Dialog>
  );
};

export default WaiveDialog;
