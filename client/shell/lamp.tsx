import { clsx } from 'clsx';
import { useSetAtom } from 'jotai';
import { formatCount } from '../ui/format.ts';
import { outboxOpenAtom, useLamp } from './lamp-state.ts';

/** The porch light of wide screens: lit while the connection is away or changes wait on this device. */
export const Lamp = () => {
  const { offline, waiting, refused } = useLamp();
  return (
    <div aria-live="polite" className="shrink-0">
      {(offline || waiting > 0) && (
        <div className="flex h-8 items-center gap-2 rounded-full bg-lamp-soft px-3 font-semibold text-lamp shadow-lamp">
          <i aria-hidden className="size-2 rounded-full bg-current shadow-[0_0_8px_currentColor]" />
          {offline && <span>Offline</span>}
          {offline && waiting > 0 && <span aria-hidden>·</span>}
          <OutboxButton waiting={waiting} refused={refused} className="-mx-1 rounded-sm px-1 hover:underline" />
        </div>
      )}
    </div>
  );
};

/** The same on a phone: a strip above the screen. */
export const Strip = () => {
  const { offline, waiting, refused } = useLamp();
  return (
    <div aria-live="polite">
      {(offline || waiting > 0) && (
        <div className="mx-4 mb-2.5 flex min-h-11 items-center gap-2.25 rounded-lg bg-lamp-soft px-3.25 font-[560] text-lamp shadow-lamp">
          <span className="min-w-0 flex-1 py-2.5">
            {offline ? 'Offline. You can go on working.' : 'Not everything is sent yet.'}
          </span>
          <OutboxButton
            waiting={waiting}
            refused={refused}
            className="-mr-2 min-h-11 whitespace-nowrap px-2 underline underline-offset-3"
          />
        </div>
      )}
    </div>
  );
};

/** Its name is "Outbox, 2 changes waiting"; what is seen of it is "2 waiting". */
const OutboxButton = ({ waiting, refused, className }: { waiting: number; refused: number; className: string }) => {
  const open = useSetAtom(outboxOpenAtom);
  if (waiting === 0) return null;
  return (
    <button type="button" aria-haspopup="dialog" onClick={() => open(true)} className={clsx('num', className)}>
      <span className="sr-only">Outbox, </span>
      {formatCount(waiting)}
      <span className="sr-only"> {waiting === 1 ? 'change' : 'changes'}</span> waiting
      {refused > 0 && <span className="sr-only">, {formatCount(refused)} not accepted</span>}
    </button>
  );
};
