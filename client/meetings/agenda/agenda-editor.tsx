import { FolderPlus, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { AgendaItem, Meeting } from '../../../schema/tables/meetings.ts';
import { save } from '../../device/store.ts';
import { changeNow } from '../../forms/change-now.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Fold } from '../../ui/fold-out.tsx';
import { EMPTY_AGENDA } from '../room-words.ts';
import { AgendaRow } from './agenda-row.tsx';
import { CarriedUnder, useCarried } from './carried.tsx';
import { PacketButton, Papers } from './papers.tsx';
import { useRecordsToAdd } from './records.ts';

const ItemDialog = lazy(() => import('./item-dialog.tsx'));
const RecordsDialog = lazy(() => import('./records-dialog.tsx'));

const FAILED = 'The agenda could not be changed. Please try again.';

type Opened =
  | { kind: 'item'; item: AgendaItem | null }
  | { kind: 'records' }
  /** Asks before it becomes executive. */
  | { kind: 'executive'; item: AgendaItem };

type Props = { meeting: Meeting; items: readonly AgendaItem[] };

/** The agenda as the board edits it: items are moved by drag or keys, changed, withdrawn and added. */
const AgendaEditor = ({ meeting, items }: Props) => {
  const [opened, setOpened] = useState<Opened | null>(null);
  const open = items.filter(({ removed_at }) => removed_at === null);
  const changes = useAgendaChanges(open);
  const waiting = useRecordsToAdd(meeting).reduce((sum, { records }) => sum + records.length, 0);
  const planned = open.reduce((sum, { minutes }) => sum + (minutes ?? 0), 0);
  return (
    <Card title="Agenda" actions={planned > 0 && <span className="num text-ink-3 text-sm">{planned} min planned</span>}>
      <p aria-live="polite" className="sr-only">
        {changes.said}
      </p>
      {open.length === 0 && <p className="pb-3 text-ink-2">{EMPTY_AGENDA}</p>}
      <OpenItems meeting={meeting} items={open} changes={changes} onOpen={setOpened} />
      <div className="flex flex-wrap gap-2 pt-3 print:hidden">
        <Button icon={Plus} onClick={() => setOpened({ kind: 'item', item: null })}>
          Add Item
        </Button>
        <Button icon={FolderPlus} onClick={() => setOpened({ kind: 'records' })}>
          Add from Records{waiting > 0 && ` (${waiting})`}
        </Button>
        {open.length > 0 && <PacketButton meeting={meeting} items={open} />}
      </div>
      <WithdrawnItems items={items} onPutBack={(item) => changes.withdraw(item, false)} />
      <EditorDialog
        meeting={meeting}
        opened={opened}
        after={lastBefore(open)}
        onExecutive={(item) => changes.setExecutive(item, true)}
        onClose={() => setOpened(null)}
      />
    </Card>
  );
};

export default AgendaEditor;

type Changes = ReturnType<typeof useAgendaChanges>;

/** Changes of the agenda, made at once; `said` is the last move in words. */
const useAgendaChanges = (open: readonly AgendaItem[]) => {
  const [said, setSaid] = useState('');
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
  const setExecutive = (item: AgendaItem, executive: boolean) =>
    update(item, { executive }, executive ? 'Item moved to executive session' : 'Item opened to residents');
  const setConsent = (item: AgendaItem, consent: boolean) =>
    update(item, { consent }, consent ? 'Item added to the consent agenda' : 'Item removed from the consent agenda');
  const withdraw = (item: AgendaItem, withdrawn: boolean) =>
    void changeNow({
      write: () => save('withdrawAgendaItem', { id: item.id, withdrawn }),
      undo: () => save('withdrawAgendaItem', { id: item.id, withdrawn: !withdrawn }),
      said: withdrawn ? 'Item withdrawn' : 'Item restored',
      fallback: FAILED,
    });
  return { said, moveTo, setExecutive, setConsent, withdraw };
};

type ItemsProps = Props & { changes: Changes; onOpen: (opened: Opened) => void };

const OpenItems = ({ meeting, items, changes, onOpen }: ItemsProps) => {
  const carried = useCarried(meeting, items);
  const drop = (id: string, to: number) => {
    const dragged = items.find((item) => item.id === id);
    if (dragged) changes.moveTo(dragged, to);
  };
  const setExecutive = (item: AgendaItem, executive: boolean) => {
    if (executive && meeting.noticed) onOpen({ kind: 'executive', item });
    else changes.setExecutive(item, executive);
  };
  return (
    <>
      <ol className="-mx-4 grid">
        {items.map((item, at) => (
          <AgendaRow
            key={item.id}
            item={item}
            at={at}
            of={items.length}
            onMove={(to) => changes.moveTo(item, to)}
            onDrop={drop}
            onEdit={() => onOpen({ kind: 'item', item })}
            onExecutive={(executive) => setExecutive(item, executive)}
            onConsent={(consent) => changes.setConsent(item, consent)}
            onWithdraw={() => changes.withdraw(item, true)}
          >
            <Papers item={item} />
            <CarriedUnder carried={carried} item_id={item.id} />
          </AgendaRow>
        ))}
      </ol>
      <CarriedUnder carried={carried} item_id={null} />
    </>
  );
};

const WithdrawnItems = ({ items, onPutBack }: Pick<Props, 'items'> & { onPutBack: (item: AgendaItem) => void }) => {
  const withdrawn = items.filter(({ removed_at }) => removed_at !== null);
  if (withdrawn.length === 0) return null;
  return (
    <div className="pt-3">
      <Fold title={`Withdrawn (${withdrawn.length})`}>
        <ul className="grid gap-1.5">
          {withdrawn.map((item) => (
            <li key={item.id} className="flex flex-wrap items-center justify-between gap-2">
              <span className="text-ink-2 [overflow-wrap:anywhere]">{item.title}</span>
              <Button size="small" onClick={() => onPutBack(item)}>
                Restore<span className="sr-only"> {item.title}</span>
              </Button>
            </li>
          ))}
        </ul>
      </Fold>
    </div>
  );
};

type DialogProps = {
  meeting: Meeting;
  opened: Opened | null;
  after: { after_id?: string };
  onExecutive: (item: AgendaItem) => void;
  onClose: () => void;
};

const EditorDialog = ({ opened, onExecutive, ...dialog }: DialogProps) => (
  <>
    <Suspense>
      {opened?.kind === 'item' && <ItemDialog key={opened.item?.id ?? 'new'} {...dialog} item={opened.item} />}
      {opened?.kind === 'records' && <RecordsDialog {...dialog} />}
    </Suspense>
    <ConfirmDialog
      open={opened?.kind === 'executive'}
      onClose={dialog.onClose}
      title="Make Item Executive"
      confirm="Make Executive"
      variant="primary"
      onConfirm={() => {
        if (opened?.kind === 'executive') onExecutive(opened.item);
      }}
    >
      <p>Residents may already have read this item. It is removed from their devices the next time they connect.</p>
    </ConfirmDialog>
  </>
);

/** New items are placed after it: before an adjournment that ends the agenda. */
const lastBefore = (open: readonly AgendaItem[]): { after_id?: string } => {
  const before = open.at(-1)?.kind === 'adjournment' ? open.at(-2) : undefined;
  return before ? { after_id: before.id } : {};
};
