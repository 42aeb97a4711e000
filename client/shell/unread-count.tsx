import { clsx } from 'clsx';

/** The name of a navigation entry with what is unread behind it; undefined where its label says it all. */
export const nameWithUnread = (label: string, count = 0): string | undefined =>
  count > 0 ? `${label}, ${count} unread` : undefined;

/** The number beside (or, on a phone, at the corner of) a navigation entry. It is read out with the entry's name. */
export const UnreadCount = ({ count = 0, className }: { count?: number | undefined; className?: string }) =>
  count > 0 && (
    <span
      aria-hidden
      // Drawn, not written: the text of an entry must stand in its name as it is.
      data-count={count > 99 ? '99+' : count}
      className={clsx(
        'num inline-grid h-4.5 min-w-4.5 place-items-center rounded-full bg-pine-soft px-1.25 font-[650] text-[0.6875rem] text-pine-text leading-none before:content-[attr(data-count)]',
        className,
      )}
    />
  );
