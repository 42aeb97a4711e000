import { SkeletonRows } from '../ui/list.tsx';

/** The dashboard's shape while the first sync runs. */
export const Skeleton = () => (
  <>
    <div
      aria-hidden
      className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line md:grid-cols-4"
    >
      {[0, 1, 2, 3].map((card) => (
        <div key={card} className="grid h-23 content-center gap-3 bg-card px-4.5">
          <i className="h-4 w-1/2 animate-breathe rounded-sm bg-grey-soft" />
          <i className="h-2.5 w-3/4 animate-breathe rounded-sm bg-grey-soft" />
        </div>
      ))}
    </div>
    <SkeletonRows />
  </>
);
