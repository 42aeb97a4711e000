import { FolderPlus, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { AgendaItem, Meeting } from '../../../schema/tables/meetings.ts';
import { save } from '../../device/store.ts';
import { changeNow } from '../../forms/change-now.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Fold } from '../../ui/fold-out.tsx';
import { useRecordsToAdd } from '../decisions/records.ts';
import { AgendaRow } from './agenda-row.tsx';
import { CarriedUnder, useCarried } from './carried.tsx';
import { PacketButton, Papers } from './papers.tsx';

const ItemDialog = lazy(() => import('./item-dialog.tsx'));
const RecordsDialog = lazy(() => import('../decisions/records-dialog.tsx'));

const FAILED = 'The agenda could not be changed. Please try again.';

type Opened = { kind: 'item'; item: AgendaItem | null } | { kind: 'records' };

/** The agenda as the board edits it: items are moved by drag or keys, changed, withdrawn and added. */
const AgendaEditor = ({ meeting, items }: { meeting: Meeting; items: readonly AgendaItem[] }) => {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [closing, setClosing] = useState<AgendaItem | null>(null);
  const [said, setSaid] = useState('');
  const open = items.filter(({ removed_at }) => removed_at === null);
  const withdrawn = items.filter(({ removed_at }) => removed_at !== null);
  const waiting = useRecordsToAdd(meeting).reduce((sum, { records }) => sum + records.length, 0);
  const planned = open.reduce((sum, { minutes }) => sum + (minutes ?? 0), 0);
  const carried = useCarried(meeting, open);
  const close = () => setOpened(null);

  const moveTo = (item: AgendaItem, to: number) => {
    const others = open.filter(({ id }) => id !== item.id);
    const place = Math.max(0, Math.min(to, others.length));
    if (open[place]?.id === item.id) return;
    setSaid(`${item.title}, ${place + 1} of ${open.length}`);
    void save('moveAgendaItem', { id: item.id, after_id: others[place - 1]?.id ?? null });
  };
  const update = (item: AgendaItem, changes: Partial<AgendaItem>, words: string) => {
    const before = Object.fromEntries(Object.keys(changes).map((name) => [name, item[name as keyof AgendaItem]]));
    void changeNow({
      write: () => save('updateAgendaItem', { id: item.id, ...changes }),
      undo: () => save('updateAgendaItem', { id: item.id, ...before }),
      said: words,
      fallback: FAILED,
    });
  };
  const withdraw = (item: AgendaItem, removed: boolean) =>
    void changeNow({
      write: () => save('withdrawAgendaItem', { id: item.id, withdrawn: removed }),
      undo: () => save('withdrawAgendaItem', { id: item.id, withdrawn: !removed }),
      said: removed ? 'Item withdrawn' : 'Item is back on the agenda',
      fallback: FAILED,
    });
  const setExecutive = (item: AgendaItem, executive: boolean) => {
    if (executive && meeting.noticed) setClosing(item);
    else update(item, { executive }, executive ? 'Item is executive' : 'Item is open to residents');
  };

  return (
    <Card title="Agenda" actions={planned > 0 && <span className="num text-ink-3 text-sm">{planned} min planned</span>}>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
      {open.length === 0 && (
        <p className="pb-3 text-ink-2">Nothing on the agenda. Start from a template or add open records.</p>
      )}
      <ol className="-mx-4 grid">
        {open.map((item, at) => (
          <AgendaRow
            key={item.id}
            item={item}
            at={at}
            of={open.length}
            onMove={(to) => moveTo(item, to)}
            onDrop={(id, to) => {
              const dragged = open.find((one) => one.id === id);
              if (dragged) moveTo(dragged, to);
            }}
            onEdit={() => setOpened({ kind: 'item', item })}
            onExecutive={(executive) => setExecutive(item, executive)}
            onConsent={(consent) =>
              update(
                item,
                { consent },
                consent ? 'Item is on the consent agenda' : 'Item was taken off the consent agenda',
              )
            }
            onWithdraw={() => withdraw(item, true)}
          >
            <Papers item={item} />
            <CarriedUnder carried={carried} item_id={item.id} />
          </AgendaRow>
        ))}
      </ol>
      <CarriedUnder carried={carried} item_id={null} />
      <div className="flex flex-wrap gap-2 pt-3 print:hidden">
        <Button icon={Plus} onClick={() => setOpened({ kind: 'item', item: null })}>
          Add Item
        </Button>
        <Button icon={FolderPlus} onClick={() => setOpened({ kind: 'records' })}>
          Add from Records{waiting > 0 && ` (${waiting})`}
        </Button>
        {open.length > 0 && <PacketButton meeting={meeting} items={open} />}
      </div>
      {withdrawn.length > 0 && (
        <div className="pt-3">
          <Fold title={`Withdrawn (${withdrawn.length})`}>
            <ul className="grid gap-1.5">
              {withdrawn.map((item) => (
                <li key={item.id} className="flex flex-wrap items-center justify-between gap-2">
                  <span className="text-ink-2 [overflow-wrap:anywhere]">{item.title}</span>
                  <Button size="small" onClick={() => withdraw(item, false)}>
                    Put Back<span className="sr-only"> {item.title}</span>
                  </Button>
                </li>
              ))}
            </ul>
          </Fold>
        </div>
      )}
      <Suspense>
        {opened?.kind === 'item' && (
          <ItemDialog
            key={opened.item?.id ?? 'new'}
            meeting={meeting}
            item={opened.item}
            after={lastBefore(open)}
            onClose={close}
          />
        )}
        {opened?.kind === 'records' && <RecordsDialog meeting={meeting} after={lastBefore(open)} onClose={close} />}
      </Suspense>
      <ConfirmDialog
        open={closing !== null}
        onClose={() => setClosing(null)}
        title="Make Item Executive"
        confirm="Make Executive"
        variant="primary"
        onConfirm={() => {
          if (closing) update(closing, { executive: true }, 'Item is executive');
        }}
      >
        <p>Residents may already have read this item. It leaves their devices when they next connect.</p>
      </ConfirmDialog>
    </Card>
  );
};

export default AgendaEditor;

/** What is added stands before an adjournment that ends the agenda: `after_id` is the item before it. */
const lastBefore = (open: readonly AgendaItem[]): { after_id?: string } => {
  const before = open.at(-1)?.kind === 'adjournment' ? open.at(-2) : undefined;
  return before ? { after_id: before.id } : {};
};
