import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useEver } from '../../ui/frozen.ts';
import { lazyPart } from '../../ui/on-demand.ts';
import type { AccountBooks } from '../accounts.ts';

const ChangeDialog = lazyPart(() => import('./change-dialog.tsx'));

export const WhyChanged = ({ books, today }: { books: AccountBooks; today: string }) => {
  const [open, setOpen] = useState(false);
  const wasOpened = useEver(open);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Why Did It Change?</Button>
      {wasOpened && <ChangeDialog books={books} today={today} open={open} onClose={() => setOpen(false)} />}
    </>
  );
};
