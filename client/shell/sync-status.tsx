import { clsx } from 'clsx';
import { atom, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { askToPersist } from '../device/space.ts';
import { useOutboxSize, useRefused, useSync } from '../device/store.ts';
import { formatCount } from '../ui/format.ts';

export const outboxOpenAtom = atom(false);

type Status = { offline: boolean; waiting: number; refused: number };

/** Amber while offline or changes are unsent; red when only refused changes are left. */
const isPending = ({ offline, waiting }: Status) => offline || waiting > 0;
const COLORS = { pending: 'bg-amber-soft text-amber shadow-glow', refused: 'bg-red-soft text-red' };

const isClear = (status: Status) => !isPending(status) && status.refused === 0;

export const SyncStatus = () => {
  const status = useStatus();
  return (
    <div aria-live="polite" className="shrink-0">
      {!isClear(status) && (
        <div
          className={clsx(
            'flex h-8 items-center gap-2 rounded-full px-3 font-semibold',
            COLORS[isPending(status) ? 'pending' : 'refused'],
          )}
        >
          <i
            aria-hidden
            className={clsx('size-2 rounded-full bg-current', isPending(status) && 'shadow-[0_0_8px_currentColor]')}
          />
          {status.offline && <span>Offline</span>}
          {status.offline && status.waiting + status.refused > 0 && <span aria-hidden>·</span>}
          <OutboxButton status={status} className="-mx-1 rounded-sm px-1 hover:underline" />
        </div>
      )}
    </div>
  );
};

export const OfflineBanner = () => {
  const status = useStatus();
  return (
    <div aria-live="polite">
      {!isClear(status) && (
        <div
          className={clsx(
            'mx-4 mb-2.5 flex min-h-11 flex-wrap items-center gap-x-2.25 rounded-lg px-3.25 font-[560]',
            COLORS[isPending(status) ? 'pending' : 'refused'],
          )}
        >
          <span className="flex-1 whitespace-nowrap py-2.5">{sentenceOf(status)}</span>
          <OutboxButton
            status={status}
            className="-mx-2 min-h-11 whitespace-nowrap px-2 underline underline-offset-3"
          />
        </div>
      )}
    </div>
  );
};

const sentenceOf = ({ offline, waiting }: Status) => {
  if (offline) return 'Offline. You can keep working.';
  // Short enough for one line with the button on a phone.
  return waiting > 0 ? 'Some changes are not sent yet.' : 'Review your changes.';
};

/** Its accessible name is "Outbox, 2 changes waiting, 1 not accepted"; its text is "2 waiting · 1 not accepted". */
const OutboxButton = ({ status: { waiting, refused }, className }: { status: Status; className: string }) => {
  const open = useSetAtom(outboxOpenAtom);
  if (waiting + refused === 0) return null;
  return (
    <button type="button" aria-haspopup="dialog" onClick={() => open(true)} className={clsx('num', className)}>
      <span className="sr-only">Outbox, </span>
      {waiting > 0 && <Count count={waiting} what="waiting" />}
      {waiting > 0 && refused > 0 && (
        <>
          <span className="sr-only">, </span>
          <span aria-hidden> · </span>
        </>
      )}
      {refused > 0 && (
        <span className="text-red">
          {waiting > 0 ? `${formatCount(refused)} not accepted` : <Count count={refused} what="not accepted" />}
        </span>
      )}
    </button>
  );
};

const Count = ({ count, what }: { count: number; what: string }) => (
  <>
    {formatCount(count)}
    <span className="sr-only"> {count === 1 ? 'change' : 'changes'}</span> {what}
  </>
);

const PENDING_MS = 800;

/** While online, changes that are sent within PENDING_MS never show. */
const useStatus = (): Status => {
  const { online } = useSync();
  const refused = useRefused().length;
  const waiting = useOutboxSize() - refused;
  const lasting = useLasting(waiting > 0);
  const shown = lasting || !online ? waiting : 0;
  useEffect(() => {
    if (shown > 0) askToPersist();
  }, [shown]);
  return { offline: !online, waiting: shown, refused };
};

export const useLasting = (on: boolean): boolean => {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!on) return setLasting(false);
    const timer = setTimeout(() => setLasting(true), PENDING_MS);
    return () => clearTimeout(timer);
  }, [on]);
  return on && lasting;
};
