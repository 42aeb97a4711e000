import { MessageSquare } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSync } from '../store.ts';
import { Card } from '../ui/card.tsx';
import { EmptyState, SkeletonRows } from '../ui/list.tsx';

/** The messages of a thread, or why there are none. */
export const Messages = ({
  empty,
  children,
}: {
  empty: { title: string; hint?: string };
  children: readonly ReactNode[];
}) => {
  const { phase } = useSync();
  return (
    <div role="log" aria-label="Messages">
      {children.length > 0 ? (
        <Card flush>
          <ol>{children}</ol>
        </Card>
      ) : phase === 'first' ? (
        <SkeletonRows rows={3} />
      ) : (
        <EmptyState icon={MessageSquare} {...empty} />
      )}
    </div>
  );
};
