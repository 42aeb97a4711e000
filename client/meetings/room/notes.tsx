import { lazy, Suspense } from 'react';
import { SkeletonRows } from '../../ui/list.tsx';
import { useRoom } from './context.ts';

const MinutesSection = lazy(() =>
  import('../minutes/section.tsx').then((module) => ({ default: module.MinutesSection })),
);
const UnsentMinutes = lazy(() =>
  import('../minutes/section.tsx').then((module) => ({ default: module.UnsentMinutes })),
);
const ActionMaker = lazy(() => import('../action-items/maker.tsx').then((module) => ({ default: module.ActionMaker })));
const ActionList = lazy(() => import('../action-items/lists.tsx').then((module) => ({ default: module.ActionList })));
const UnfinishedActions = lazy(() =>
  import('../action-items/lists.tsx').then((module) => ({ default: module.UnfinishedActions })),
);

/** The minutes of the current item, and its action items. */
export const Notes = () => {
  const { books, session } = useRoom();
  const { meeting } = books;
  const item = books.items.find(({ id }) => id === session.item_id) ?? null;
  return (
    <section aria-label="Minutes" className="grid gap-3 rounded-lg border border-line bg-card px-4 py-3.5 shadow-card">
      <h3 className="font-semibold">{item ? `Minutes: ${item.title}` : 'Minutes'}</h3>
      <Suspense fallback={<SkeletonRows />}>
        <MinutesSection key={item?.id ?? 'opening'} meeting={meeting} item={item} />
        <UnsentMinutes meeting={meeting} />
        {item?.kind === 'unfinished' && <UnfinishedActions meeting={meeting} />}
        <ActionMaker meeting={meeting} item={item} />
        <ActionList meeting_id={meeting.id} item_id={item?.id ?? null} />
      </Suspense>
    </section>
  );
};
