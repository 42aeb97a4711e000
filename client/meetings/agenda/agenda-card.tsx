import { lazy, Suspense } from 'react';
import type { AgendaItem, Meeting } from '../../../schema/tables/meetings.ts';
import { canManage } from '../../../sync/meetings/entity.ts';
import { useUser } from '../../device/session.ts';
import { Card } from '../../ui/card.tsx';
import { SkeletonRows } from '../../ui/list.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { useAgenda } from '../model.ts';
import { PacketButton, Papers } from './papers.tsx';

const AgendaEditor = lazy(() => import('./agenda-editor.tsx'));

/** The agenda of a meeting: to read, or for the board to edit until the meeting is canceled. */
export const AgendaCard = ({ meeting }: { meeting: Meeting }) => {
  const items = useAgenda(meeting.id);
  const open = items.filter(({ removed_at }) => removed_at === null);
  const canEdit = canManage(useUser()) && meeting.status !== 'canceled';
  return canEdit ? (
    <Suspense fallback={<SkeletonRows />}>
      <AgendaEditor meeting={meeting} items={items} />
    </Suspense>
  ) : (
    <Card title="Agenda">
      <AgendaToRead items={open} />
      {open.some(({ papers }) => papers) && (
        <div className="pt-3 print:hidden">
          <PacketButton meeting={meeting} items={open} />
        </div>
      )}
    </Card>
  );
};

const AgendaToRead = ({ items }: { items: readonly AgendaItem[] }) =>
  items.length === 0 ? (
    <p className="text-ink-2">Nothing on the agenda yet.</p>
  ) : (
    <ol className="grid list-decimal gap-2 pl-6 marker:text-ink-3">
      {items.map(({ id, title, minutes, description, proposal, papers }) => (
        <li key={id} className="pl-1 [overflow-wrap:anywhere]">
          <span className="font-[560]">{title}</span>
          {minutes !== null && minutes !== undefined && <span className="num text-ink-3 text-sm"> {minutes} min</span>}
          <Papers item={{ title, papers }} />
          {description && <RichText html={description} className="text-ink-2" />}
          {proposal && (
            <div className="mt-1 rounded-md bg-sunk px-3 py-2">
              <p className="text-ink-3 text-sm">To be voted on</p>
              <RichText html={proposal} />
            </div>
          )}
        </li>
      ))}
    </ol>
  );
