import { clsx } from 'clsx';
import type { ReactNode } from 'react';

type Props = {
  children: ReactNode;
  side: ReactNode;
  /** Stands under the main column, and on phones after the side. */
  below?: ReactNode;
  /** A side of 20rem in place of 18.75. */
  wide?: boolean;
  /** Phones show the side above the main column. */
  sideFirst?: boolean;
  /** Phones leave the side out. */
  hideSide?: boolean;
};

/** The main column of a screen and a narrow one beside it; one under the other on phones. */
export const TwoColumns = ({ children, side, below, wide, sideFirst, hideSide }: Props) => (
  <div
    className={clsx(
      'grid grid-cols-1 items-start gap-x-5.5 gap-y-3.5 print:block! print:space-y-3',
      below && 'lg:grid-rows-[auto_1fr]',
      wide ? 'lg:grid-cols-[minmax(0,1fr)_20rem]' : 'lg:grid-cols-[minmax(0,1fr)_18.75rem]',
    )}
  >
    {sideFirst && <Column className={SIDE}>{side}</Column>}
    <Column className={sideFirst && 'lg:col-start-1 lg:row-start-1'}>{children}</Column>
    {!sideFirst && (
      <Column className={clsx(SIDE, below && 'lg:row-span-2', hideSide && 'max-lg:hidden')}>{side}</Column>
    )}
    {below}
  </div>
);

const SIDE = 'lg:col-start-2 lg:row-start-1';

const Column = ({ className, children }: { className?: string | false; children: ReactNode }) => (
  <div className={clsx('grid grid-cols-1 gap-3.5 *:max-w-none', className)}>{children}</div>
);
