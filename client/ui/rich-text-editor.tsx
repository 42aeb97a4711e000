import { clsx } from 'clsx';
import { type ComponentProps, lazy, Suspense } from 'react';

const Editor = lazy(() => import('./tiptap.tsx'));

/** `value` and `onChange` carry HTML, '' when empty. The editor loads lazily; a skeleton of the same height holds its
 * place. */
export const RichTextEditor = (props: ComponentProps<typeof Editor>) => (
  <Suspense fallback={<EditorSkeleton compact={props.compact} />}>
    <Editor {...props} />
  </Suspense>
);

const EditorSkeleton = ({ compact = false }: { compact?: boolean | undefined }) => (
  <div
    aria-busy="true"
    className={clsx(
      'rounded-md border border-line-strong bg-card',
      compact ? 'h-31.75 max-md:h-11' : 'h-60.5 max-md:h-63.5',
    )}
  >
    <div className={clsx('h-10 border-line border-b max-md:h-13', compact && 'max-md:hidden')} />
    <span className="sr-only">Loading editor…</span>
  </div>
);
