import { clsx } from 'clsx';
import { useAtom } from 'jotai';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { OutboxItem } from '../../sync/client/outbox-item.ts';
import type { SyncState } from '../../sync/client/sync-state.ts';
import type { OutboxLine } from '../device/outbox-index.ts';
import { useOutboxIndex, useOutboxLines, useOutboxSize, useRows, useSync } from '../device/store.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx';
import { useDrafts } from '../ui/draft.tsx';
import { formatDateTime } from '../ui/format.ts';
import { LoadMore } from '../ui/list.tsx';
import { toast } from '../ui/toast.tsx';
import { Conflict, useConflict } from './outbox-conflict.tsx';
import {
  contentOf,
  editTargetOf,
  groupTitleOf,
  rescueOf,
  textOf,
  titleOf,
  useOutboxWords,
  useRepair,
} from './outbox-text.ts';
import { discard, resend, send, wantsCode } from './resend.ts';
import { outboxOpenAtom } from './sync-status.tsx';

const PAGE = 50;

const Outbox = () => {
  const [open, setOpen] = useAtom(outboxOpenAtom);
  const [shown, setShown] = useState(PAGE);
  const size = useOutboxSize();
  const { lines, total } = useOutboxLines(shown);
  const close = () => setOpen(false);
  // The names of units in what was recorded at a meeting.
  useRows('rollUnit');
  return (
    <Dialog open={open} onClose={close} title="Outbox" subtitle="Nothing here is lost unless you discard it.">
      {size === 0 && <p className="text-ink-2">Everything has been sent. Nothing is waiting on this device.</p>}
      <ul className="-mx-5 -mb-5">
        {lines.map((line) =>
          line.size > 1 ? (
            <Group key={line.key} line={line} onLeave={close} />
          ) : (
            <Entry key={line.key} item={line.first} onLeave={close} />
          ),
        )}
        {total > shown && (
          <li className="border-line border-t px-5 py-3">
            <LoadMore more onMore={() => setShown(shown + PAGE)} end="" />
          </li>
        )}
      </ul>
    </Dialog>
  );
};

export default Outbox;

/** All changes of one kind that wait for one meeting. */
const Group = ({ line, onLeave }: { line: OutboxLine; onLeave: () => void }) => {
  const sync = useSync();
  const words = useOutboxWords();
  const { index } = useOutboxIndex();
  const [open, setOpen] = useState(false);
  const [shown, setShown] = useState(PAGE);
  return (
    <li className="border-line border-t">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-11 w-full items-center gap-3 px-5 py-3 text-left hover:bg-sunk"
      >
        <span className="grid flex-1 gap-1">
          <span className="num font-[590] [overflow-wrap:anywhere]">{groupTitleOf(line, words)}</span>
          <span className="font-[560] text-amber text-sm">{stateOf(line.first, sync)}</span>
        </span>
        <ChevronDown aria-hidden className={clsx('size-4 shrink-0 text-ink-3', open && 'rotate-180')} />
      </button>
      {open && (
        <ul className="bg-sunk">
          {index.itemsOf(line.key, shown).map((item) => (
            <Entry key={item.id} item={item} onLeave={onLeave} />
          ))}
          {line.size > shown && (
            <li className="border-line border-t px-5 py-3">
              <LoadMore more onMore={() => setShown(shown + PAGE)} end="" />
            </li>
          )}
        </ul>
      )}
    </li>
  );
};

const Entry = ({ item, onLeave }: { item: OutboxItem; onLeave: () => void }) => {
  const sync = useSync();
  const words = useOutboxWords();
  const [problem, setProblem] = useState('');
  const conflict = useConflict(item);
  const content = contentOf(item, words, conflict?.fields);
  return (
    <li className="grid gap-1 border-line border-t px-5 py-3">
      <span className="font-[590] [overflow-wrap:anywhere]">{titleOf(item, words)}</span>
      <span className={isRefused(item) ? 'font-[560] text-red text-sm' : 'font-[560] text-amber text-sm'}>
        {stateOf(item, sync)}
      </span>
      {conflict && <Conflict {...conflict} />}
      {content && <p className="whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]">{content}</p>}
      {item.at && <span className="num text-ink-3 text-sm">{formatDateTime(item.at)}</span>}
      {problem && (
        <p role="alert" className="text-red text-sm">
          {problem}
        </p>
      )}
      <Actions item={item} isResent={!conflict} onLeave={onLeave} onProblem={setProblem} />
    </li>
  );
};

type ActionsProps = {
  item: OutboxItem;
  /** The same may be sent again. */
  isResent: boolean;
  onLeave: () => void;
  onProblem: (problem: string) => void;
};

const Actions = ({ item, isResent, onLeave, onProblem }: ActionsProps) => {
  const words = useOutboxWords();
  const edit = useEdit(item, onLeave, onProblem);
  const repair = useRepair(item, words);
  const rescue = rescueOf(item, words);
  const failed = (error: Error) => onProblem(error.message);
  const copy = async () => {
    await navigator.clipboard.writeText(textOf(item, words));
    toast('Copied');
  };
  return (
    <span className="mt-1 flex flex-wrap gap-2">
      {repair?.repairs.map((one) => (
        <Button key={one.label} size="small" onClick={() => void send(one, item).catch(failed)}>
          {one.label}
        </Button>
      ))}
      {isRefused(item) && !lacksFile(item) && isResent && !repair && (
        <Button size="small" onClick={() => resend(item).catch(failed)}>
          {wantsCode(item) ? 'Enter Code' : 'Resend'}
        </Button>
      )}
      {isRefused(item) && edit && (
        <Button size="small" onClick={edit}>
          Edit
        </Button>
      )}
      {rescue && (
        <Button size="small" onClick={() => void rescue.run(item.args).catch(failed)}>
          {rescue.label}
        </Button>
      )}
      <Button size="small" onClick={copy}>
        Copy
      </Button>
      {item.kind !== 'pending' && <Discard item={item} label={repair?.discard ?? 'Discard'} />}
    </span>
  );
};

const Discard = ({ item, label }: { item: OutboxItem; label: string }) => {
  const words = useOutboxWords();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="small" variant="ghost" onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Discard Change"
        confirm={label}
        onConfirm={() => discard(item)}
      >
        “{titleOf(item, words)}” and what you wrote in it will be removed from this device.
      </ConfirmDialog>
    </>
  );
};

const isRefused = ({ message }: OutboxItem) => message !== undefined;

/** The file must be chosen again if the server did not store it. */
const lacksFile = ({ kind, args }: OutboxItem) => kind === 'refused' && args.fileName !== undefined;

const stateOf = (item: OutboxItem, { online, waitingFor }: SyncState) => {
  if (item.message !== undefined) return `Not accepted: ${item.message}`;
  if (item.state === 'memory') return 'Not saved on this device yet';
  if (online && waitingFor && item.kind === 'pending') return waitingFor;
  return online ? 'Sending…' : 'Saved on this device, waiting for a connection';
};

const useEdit = (item: OutboxItem, onLeave: () => void, onProblem: (problem: string) => void) => {
  const [, navigate] = useLocation();
  const drafts = useDrafts();
  const target = editTargetOf(item, useOutboxWords());
  if (!target) return;
  return async () => {
    const { href, draft } = target;
    if (draft && drafts.has(draft.key)) return onProblem('A draft is already open there. Send or discard it first.');
    if (draft && drafts.put(draft.key, draft.value)) await discard(item);
    onLeave();
    navigate(href);
  };
};
