import { useAtom } from 'jotai';
import { useOutbox } from '../store.ts';
import { Dialog } from '../ui/dialog.tsx';
import { outboxOpenAtom } from './lamp-state.ts';
import { OutboxEntry } from './outbox-entry.tsx';

/** Everything that waits on this device, and what can be done about it. */
const Outbox = () => {
  const [open, setOpen] = useAtom(outboxOpenAtom);
  const items = useOutbox();
  const close = () => setOpen(false);
  return (
    <Dialog open={open} onClose={close} title="Outbox" subtitle="Nothing here is lost until you discard it.">
      {items.length === 0 && <p className="text-ink-2">Everything is sent. Nothing waits on this device.</p>}
      <ul className="-mx-5 -mb-5">
        {items.map((item) => (
          <OutboxEntry key={item.id} item={item} onLeave={close} />
        ))}
      </ul>
    </Dialog>
  );
};

export default Outbox;
