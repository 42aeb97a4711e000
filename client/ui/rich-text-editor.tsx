import { type ComponentProps, lazy, Suspense } from 'react';

const Editor = lazy(() => import('./tiptap.tsx'));

/**
 * A rich text editor: `value` and `onChange` carry HTML ('' when nothing is written). Put it in a Field, which names it.
 * The editor itself is loaded when first shown; a frame of the same height stands in until then.
 */
export const RichTextEditor = (props: ComponentProps<typeof Editor>) => (
  <Suspense fallback={<EditorSkeleton />}>
    <Editor {...props} />
  </Suspense>
);

const EditorSkeleton = () => (
  <div aria-busy="true" className="h-60.5 rounded-md border border-line-strong bg-card max-md:h-63.5">
    <div className="h-10 border-line border-b max-md:h-13" />
    <span className="sr-only">Loading editor...</span>
  </div>
);
