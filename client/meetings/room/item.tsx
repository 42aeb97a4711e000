import { useState } from 'react';
import type { AgendaItem } from '../../../schema/tables/meetings.ts';
import { itemForCorrections } from '../../../sync/meetings/minutes/corrections.ts';
import { Badge, Tag } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { lazyPart, usePreload } from '../../ui/on-demand.ts';
import { RichTextLater } from '../../ui/rich-text-later.tsx';
import { Corrections, useEarlierCorrections } from '../agenda/carried.tsx';
import { Papers } from '../agenda/papers.tsx';
import { isBoardMeeting } from '../model.ts';
import { PullOut, useStartItem } from './agenda.tsx';
import { useRoom } from './context.ts';
import { MakeMotion } from './make-motion.tsx';
import { consentMotionOf, liveItems, motionsOf, nextItem } from './model.ts';
import { MotionCard } from './motion.tsx';
import { Points } from './points.tsx';
import { Recusals } from './recusals.tsx';

const RecordBeside = lazyPart(() => import('./record-beside.tsx'));
/** The room may lose its connection before the first item that has a record. */
const PRELOADED = [RecordBeside];

/** The current item with the record it is about, its motions, and what else happens in it. */
export const Item = () => {
  usePreload(PRELOADED);
  const { books, session } = useRoom();
  const item = books.items.find(({ id }) => id === session.item_id);
  if (!item) return <NoItem />;
  return (
    <div key={item.id} className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <About item={item} />
      {item.record && <RecordBeside item={item} />}
      {isBoardMeeting(books.meeting) && <Recusals item={item} />}
      <Motions item={item} />
      <Points item={item} />
    </div>
  );
};

const NoItem = () => {
  const { books, session } = useRoom();
  const start = useStartItem();
  const [first] = liveItems(books.items);
  return (
    <Card title="Current Item">
      <p className="text-ink-2">
        {session.status === 'not_started' ? 'The meeting has not been called to order.' : 'No item has started.'}
      </p>
      {session.status !== 'not_started' && session.status !== 'adjourned' && first && (
        <Button variant="primary" className="mt-3" onClick={() => start(first)}>
          Start: {first.title}
        </Button>
      )}
    </Card>
  );
};

const About = ({ item }: { item: AgendaItem }) => {
  const { books, session } = useRoom();
  const start = useStartItem();
  const next = nextItem(books.items, item.id);
  const corrections = useEarlierCorrections(books.meeting);
  return (
    <section aria-labelledby="current-item" className="rounded-lg border border-line bg-card px-4 py-3.5 shadow-card">
      <p className="flex flex-wrap items-center gap-2 text-ink-3 text-sm">
        Current item
        {item.executive && <Badge tone="violet">Executive</Badge>}
        {item.removed_at && <Tag>Withdrawn</Tag>}
        {item.presenter && <span>· {item.presenter}</span>}
      </p>
      <h2 id="current-item" className="mt-0.5 font-[640] text-xl tracking-[-0.015em] [overflow-wrap:anywhere]">
        {item.title}
      </h2>
      {item.description && <RichTextLater html={item.description} className="mt-2" />}
      <Papers item={item} />
      {itemForCorrections(liveItems(books.items)) === item.id && <Corrections list={corrections} />}
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
        {item.consent && <PullOut item={item} />}
        {next && session.status !== 'adjourned' && (
          <Button className="max-w-full" onClick={() => start(next)}>
            <span className="truncate">Next Item: {next.title}</span>
          </Button>
        )}
      </div>
    </section>
  );
};

const Motions = ({ item }: { item: AgendaItem }) => {
  const { books, session } = useRoom();
  const [making, setMaking] = useState<'motion' | 'consent' | null>(null);
  const motions = motionsOf(books, item.id);
  const consent = liveItems(books.items).filter(({ consent: isConsent }) => isConsent);
  const isDecided = consent.every(({ id }) => consentMotionOf(books, id));
  return (
    <section aria-label="Motions" className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      {motions.length === 0 && (
        <p className="rounded-lg border border-line border-dashed px-4 py-3.5 text-ink-2">No motions yet.</p>
      )}
      {motions.map((motion) => (
        <MotionCard key={motion.id} motion={motion} />
      ))}
      {session.status !== 'adjourned' && (
        <div className="flex flex-wrap gap-2">
          <Button variant={motions.length === 0 ? 'primary' : 'secondary'} onClick={() => setMaking('motion')}>
            Make Motion
          </Button>
          {consent.length > 0 && !isDecided && (
            <Button onClick={() => setMaking('consent')}>
              Move the Consent Agenda ({consent.length} {consent.length === 1 ? 'Item' : 'Items'})
            </Button>
          )}
        </div>
      )}
      {making && (
        <MakeMotion item={item} consent={making === 'consent' ? consent : null} onClose={() => setMaking(null)} />
      )}
    </section>
  );
};
