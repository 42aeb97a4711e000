import { useAtom } from 'jotai';
import { lazy, Suspense } from 'react';
import { useOutbox } from '../store.ts';
import { Dialog } from '../ui/dialog.tsx';
import { outboxOpenAtom } from './lamp-state.ts';

const OutboxEntry = lazy(() => import('./outbox-entry.tsx'));

/** Everything that waits on this device, and what can be done about it. */
export const Outbox = () => {
  const [open, setOpen] = useAtom(outboxOpenAtom);
  const items = useOutbox();
  const close = () => setOpen(false);
  return (
    <Dialog open={open} onClose={close} title="Outbox" subtitle="Nothing here is lost until you discard it.">
      {items.length === 0 && <p className="text-ink-2">Everything is sent. Nothing waits on this device.</p>}
      <ul className="-mx-5 -mb-5">
        <Suspense>
          {items.map((item) => (
            <OutboxEntry key={item.id} item={item} onLeave={close} />
          ))}
        </Suspense>
      </ul>
    </Dialog>
  );
};
