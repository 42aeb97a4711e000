import { ChevronRight, CircleAlert } from 'lucide-react';
import { Link } from 'wouter';
import { paths } from '../paths.ts';
import { useRows } from '../store.ts';
import { formatCount } from '../ui/format.ts';

/** Leads to what failed; nothing where nothing did. */
export const NeedsAttention = () => {
  const count = useRows('failedJob').size;
  if (count === 0) return null;
  return (
    <Link
      href={paths.needsAttention()}
      className="flex items-center gap-3 rounded-lg border border-red-line bg-red-soft px-4 py-3 text-ink no-underline"
    >
      <CircleAlert aria-hidden className="size-4.5 shrink-0 text-red" />
      <span className="min-w-0 flex-1">
        <b className="font-semibold text-red">Needs Attention</b>
        <span className="block text-ink-2">
          {count === 1
            ? 'One email or task has failed and waits for you.'
            : `${formatCount(count)} emails or tasks have failed and wait for you.`}
        </span>
      </span>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3" />
    </Link>
  );
};
