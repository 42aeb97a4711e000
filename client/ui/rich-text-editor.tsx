import { type ComponentProps, lazy, Suspense } from 'react';

const Editor = lazy(() => import('./tiptap.tsx'));

/** `value` and `onChange` carry HTML, '' when empty. The editor loads lazily; a skeleton of the same height holds its
 * place. */
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
