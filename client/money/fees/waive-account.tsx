import { lazy, Suspense } from 'react';
import type { Account } from '../../../schema/tables/accounts.ts';
import { useBooks } from '../accounts.ts';
import { openFeesOf } from './model.ts';

const WaiveDialog = lazy(() => import('./waive-dialog.tsx'));

type Props = { account: Account; today: string; open: boolean; onClose: () => void };

export const WaiveAccount = ({ account, today, open, onClose }: Props) => {
  const { fold } = useBooks(account.id, today);
  return (
    <Suspense>
      <WaiveDialog open={open} fees={openFeesOf(account.id, fold)} onClose={onClose} />
    </Suspense>
  );
};
