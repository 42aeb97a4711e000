import { useState } from 'react';
import type { Account } from '../../../schema/tables/accounts.ts';
import { Button } from '../../ui/button.tsx';
import { useEver } from '../../ui/frozen.ts';
import { lazyPart } from '../../ui/on-demand.ts';
import type { AccountBooks } from '../accounts.ts';
import { openFeesOf } from './model.ts';

const WaiveDialog = lazyPart(() => import('./waive-dialog.tsx'));

export const WaiveFees = ({ account, books }: { account: Account; books: AccountBooks }) => {
  const [open, setOpen] = useState(false);
  const wasOpened = useEver(open);
  const fees = openFeesOf(account.id, books.fold);
  return (
    <>
      {fees.length > 0 && (
        <Button size="small" onClick={() => setOpen(true)}>
          Waive Fees
        </Button>
      )}
      {wasOpened && <WaiveDialog open={open} fees={fees} onClose={() => setOpen(false)} />}
    </>
  );
};
