import { clsx } from 'clsx';
import type { ReactNode } from 'react';

type Head = string | readonly [label: string, className: string];

type Props = {
  caption: string;
  heads: readonly Head[];
  headClass?: string;
  /** Heads that only screen readers get. */
  hidesHeads?: boolean;
  className?: string;
  children: ReactNode;
};

/** A table of a few columns within a card or a dialog. `children` are its body and its foot. */
export const PlainTable = ({ caption, heads, headClass = SMALL, hidesHeads = false, className, children }: Props) => (
  <table className={clsx('num w-full border-collapse', className)}>
    <caption className="sr-only">{caption}</caption>
    <thead className={hidesHeads ? 'sr-only' : undefined}>
      <tr className={headClass}>
        {heads.map((head) => {
          const [label, headed] = typeof head === 'string' ? [head] : head;
          return (
            <th key={label} scope="col" className={headed}>
              {label}
            </th>
          );
        })}
      </tr>
    </thead>
    {children}
  </table>
);

const SMALL = 'text-left text-ink-3 text-xs [&>th]:py-1 [&>th]:font-[550]';
/** Heads of a table that fills its card. */
export const FLUSH_HEADS = 'text-left text-ink-3 text-xs [&>th]:px-4 [&>th]:py-1.5 [&>th]:font-[550]';
