import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

type Props = {
  icon: LucideIcon;
  title: string;
  hint?: ReactNode;
  /** In a card, which has a frame already. */
  bare?: boolean;
  children?: ReactNode;
};

export const EmptyState = ({ icon: Icon, title, hint, bare = false, children }: Props) => (
  <div
    className={clsx(
      'grid justify-items-center gap-1 px-6 text-center',
      bare ? 'py-6' : 'rounded-lg border border-line border-dashed py-12',
    )}
  >
    <span className="mb-2 grid size-10 place-items-center rounded-full bg-sunk">
      <Icon aria-hidden className="size-5 text-ink-3" strokeWidth={1.8} />
    </span>
    <p className="font-semibold">{title}</p>
    {hint && <p className="max-w-sm text-balance text-ink-2">{hint}</p>}
    {children && <div className="mt-3 flex gap-2">{children}</div>}
  </div>
);

export const SkeletonRows = ({ rows = 6 }: { rows?: number }) => (
  <div className="rounded-lg border border-line bg-card shadow-card" aria-busy="true">
    <span className="sr-only">Loading...</span>
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
      <div key={row} aria-hidden className="flex h-11.5 items-center gap-6 border-line border-t px-4 first:border-t-0">
        <i className="h-2.5 flex-3 animate-breathe rounded-sm bg-grey-soft" />
        <i className="h-2.5 flex-1 animate-breathe rounded-sm bg-grey-soft" />
        <i className="h-2.5 flex-1 animate-breathe rounded-sm bg-grey-soft max-md:hidden" />
        <i className="h-2.5 flex-1 animate-breathe rounded-sm bg-grey-soft max-md:hidden" />
      </div>
    ))}
  </div>
);

type LoadMoreProps = { more: boolean; loading?: boolean; onMore: () => void; end: string; label?: string };

/** `end` is the text when there are no more rows ("No more requests"). */
export const LoadMore = ({ more, loading = false, onMore, end, label = 'Load More' }: LoadMoreProps) =>
  more || loading ? (
    <Button size="small" variant="ghost" busy={loading} onClick={onMore} className="-ml-2.5">
      {loading ? 'Loading...' : label}
    </Button>
  ) : (
    <span className="inline-flex h-7 items-center">{end}</span>
  );
