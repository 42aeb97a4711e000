import { useSyncExternalStore } from 'react';
import { formatAgo, formatDate, formatDateTime } from './format.ts';

const MINUTE_MS = 60_000;

/** A recent instant as "2h ago" or "Yesterday", an older one as its date; the full one on hover, for screen readers and on
 * paper. */
export const Ago = ({ at, className = 'num' }: { at: string; className?: string }) => {
  const minute = useSyncExternalStore(eachMinute, minuteNow);
  const short = formatAgo(at, new Date((minute + 1) * MINUTE_MS - 1));
  const full = formatDateTime(at);
  return (
    <time dateTime={at} title={full} className={className}>
      {short === formatDate(at) ? (
        short
      ) : (
        <>
          <span aria-hidden className="print:hidden">
            {short}
          </span>
          <span className="sr-only print:not-sr-only">{full}</span>
        </>
      )}
    </time>
  );
};

const minuteNow = () => Math.floor(Date.now() / MINUTE_MS);

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all times on the screen. */
const eachMinute = (listener: () => void): (() => void) => {
  timer ??= setInterval(() => {
    for (const one of listeners) one();
  }, MINUTE_MS / 4);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
};
