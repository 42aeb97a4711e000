import { clsx } from 'clsx';
import { useSetAtom } from 'jotai';
import { formatCount } from '../ui/format.ts';
import { type LampState, outboxOpenAtom, useLamp } from './lamp-state.ts';

/** Amber while something waits here or the connection is away; red where only what was not accepted is left. */
const isLit = ({ offline, waiting }: LampState) => offline || waiting > 0;
const LOOKS = { lit: 'bg-lamp-soft text-lamp shadow-lamp', refused: 'bg-red-soft text-red' };

const isDark = (lamp: LampState) => !isLit(lamp) && lamp.refused === 0;

/** The porch light of wide screens: lit while the connection is away or changes wait on this device. */
export const Lamp = () => {
  const lamp = useLamp();
  return (
    <div aria-live="polite" className="shrink-0">
      {!isDark(lamp) && (
        <div
          className={clsx(
            'flex h-8 items-center gap-2 rounded-full px-3 font-semibold',
            LOOKS[isLit(lamp) ? 'lit' : 'refused'],
          )}
        >
          <i
            aria-hidden
            className={clsx('size-2 rounded-full bg-current', isLit(lamp) && 'shadow-[0_0_8px_currentColor]')}
          />
          {lamp.offline && <span>Offline</span>}
          {lamp.offline && lamp.waiting + lamp.refused > 0 && <span aria-hidden>·</span>}
          <OutboxButton lamp={lamp} className="-mx-1 rounded-sm px-1 hover:underline" />
        </div>
      )}
    </div>
  );
};

/** The same on a phone: a strip above the screen. */
export const Strip = () => {
  const lamp = useLamp();
  return (
    <div aria-live="polite">
      {!isDark(lamp) && (
        <div
          className={clsx(
            'mx-4 mb-2.5 flex min-h-11 flex-wrap items-center gap-x-2.25 rounded-lg px-3.25 font-[560]',
            LOOKS[isLit(lamp) ? 'lit' : 'refused'],
          )}
        >
          <span className="flex-1 whitespace-nowrap py-2.5">{sentenceOf(lamp)}</span>
          <OutboxButton lamp={lamp} className="-mx-2 min-h-11 whitespace-nowrap px-2 underline underline-offset-3" />
        </div>
      )}
    </div>
  );
};

const sentenceOf = ({ offline, waiting }: LampState) => {
  if (offline) return 'Offline. You can go on working.';
  return waiting > 0 ? 'Not everything is sent yet.' : 'Not everything was accepted.';
};

/** Its name is "Outbox, 2 changes waiting, 1 not accepted"; what is seen of it is "2 waiting · 1 not accepted". */
const OutboxButton = ({ lamp: { waiting, refused }, className }: { lamp: LampState; className: string }) => {
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
