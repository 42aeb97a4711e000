import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import type { AgendaItem } from '../../../schema/tables/meetings.ts';
import { save } from '../../device/store.ts';
import { Tag } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { announce } from '../announcer.tsx';
import { EMPTY_AGENDA } from '../room-words.ts';
import { useRoom } from './context.ts';
import { consentMotionOf, inOrder, liveItems, nextItem, useUsed } from './model.ts';

/** Starts an item: the views of this browser move at once, before it is stored. */
export const useStartItem = () => {
  const { record, showItem } = useRoom();
  return (item: AgendaItem) => {
    showItem(item);
    announce(`Item: ${item.title}`);
    void record([{ kind: 'item_started', subject: item.id, data: {} }]);
  };
};

/** The agenda, with planned and used minutes; any item can be started. */
export const Agenda = () => {
  const room = useRoom();
  const { books } = room;
  const { used: usedBy } = useUsed(room);
  const items = inOrder(books.items);
  const live = liveItems(books.items);
  const planned = live.reduce((sum, { minutes }) => sum + (minutes ?? 0), 0);
  const used = items.reduce((sum, { id }) => sum + (usedBy.get(id) ?? 0), 0);
  return (
    <Card title="Agenda" actions={<Next />} flush>
      {items.length === 0 ? (
        <p className="px-4 py-3.5 text-ink-2">{EMPTY_AGENDA}</p>
      ) : (
        <ol className="mt-2">
          {items.map((item) => (
            <Line key={item.id} item={item} used_ms={usedBy.get(item.id) ?? 0} />
          ))}
        </ol>
      )}
      <p className="num flex justify-between gap-3 border-line border-t px-4 py-2.5 text-ink-2 text-sm">
        <span>In total</span>
        <span>
          {Math.round(used / 60_000)} of {planned} min
        </span>
      </p>
    </Card>
  );
};

const Next = () => {
  const { books, session } = useRoom();
  const start = useStartItem();
  const next = nextItem(books.items, session.item_id);
  if (session.status === 'not_started' || session.status === 'adjourned' || !next) return null;
  return (
    <Button size="small" variant="primary" onClick={() => start(next)}>
      Next Item
      <ChevronRight aria-hidden className="-mr-1 size-4" />
    </Button>
  );
};

const Line = ({ item, used_ms }: { item: AgendaItem; used_ms: number }) => {
  const { session } = useRoom();
  const start = useStartItem();
  const isCurrent = session.item_id === item.id;
  const wasStarted = session.starts.has(item.id);
  return (
    <li className="border-line border-t first:border-t-0">
      <button
        type="button"
        aria-current={isCurrent ? 'step' : undefined}
        disabled={session.status === 'adjourned' || session.status === 'not_started'}
        onClick={() => !isCurrent && start(item)}
        className={clsx(
          'flex min-h-11 w-full items-start gap-2 border-l-3 px-3.5 py-2 text-left -outline-offset-2 transition-colors',
          isCurrent ? 'border-pine bg-pine-soft' : 'border-transparent not-disabled:hover:bg-sunk',
        )}
      >
        <span className="min-w-0 flex-1">
          <span
            className={clsx(
              '[overflow-wrap:anywhere]',
              isCurrent && 'font-semibold',
              item.removed_at && 'line-through',
            )}
          >
            {!isCurrent && <span className="sr-only">Start: </span>}
            {item.title}
          </span>
          <span className="mt-0.5 flex flex-wrap gap-1.5 empty:hidden">
            {item.removed_at && <Tag>Withdrawn</Tag>}
            {item.executive && <Tag>Executive</Tag>}
            {item.consent && <Tag>Consent</Tag>}
            {isCurrent ? <Tag>Current</Tag> : wasStarted && <Tag>Done</Tag>}
          </span>
        </span>
        <Minutes planned={item.minutes} used_ms={wasStarted ? used_ms : null} />
      </button>
    </li>
  );
};

/** `used_ms` is null before the item was started. */
const Minutes = ({ planned, used_ms }: { planned: number | null; used_ms: number | null }) => {
  const over = planned !== null && used_ms !== null && used_ms > planned * 60_000;
  return (
    <span className={clsx('num shrink-0 text-sm', over ? 'font-medium text-ochre' : 'text-ink-3')}>
      {used_ms !== null && `${Math.round(used_ms / 60_000)}${planned === null ? ' min' : ' of '}`}
      {planned !== null && `${planned} min`}
      {over && <span className="block text-right">Over</span>}
    </span>
  );
};

/** Takes an item out of the consent agenda, so that it is decided by itself. A motion that was made on it covers it until
 * that ends without a vote. */
export const PullOut = ({ item }: { item: AgendaItem }) => {
  const { books, run } = useRoom();
  const motion = consentMotionOf(books, item.id);
  const pull = () => void run(() => save('updateAgendaItem', { id: item.id, consent: false }));
  if (motion && books.stateOf(motion).result) return null;
  if (motion)
    return (
      <p className="w-full text-ink-2 text-sm">
        Motion {motion.number} covers this item. To pull it out, end that motion without a vote first.
      </p>
    );
  return (
    <Button size="small" onClick={pull}>
      Pull Out of the Consent Agenda
    </Button>
  );
};
