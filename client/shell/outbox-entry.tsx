import { useState } from 'react';
import { useLocation } from 'wouter';
import type { OutboxItem } from '../../sync/client/outbox.ts';
import { useSync } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { useDrafts } from '../ui/draft.tsx';
import { formatDateTime } from '../ui/format.ts';
import { toast } from '../ui/toast.tsx';
import { discard, resend } from './outbox-actions.ts';
import { contentOfItem, placeOfItem, textOfItem, titleOfItem } from './outbox-kinds.ts';
import { Overtaken, useOvertaken } from './overtaken.tsx';
import { useTitleOf } from './title-of.ts';

/** One thing that waits: what it is, where it stands, and, where it was not accepted, what can be done. */
export const OutboxEntry = ({ item, onLeave }: { item: OutboxItem; onLeave: () => void }) => {
  const { online } = useSync();
  const titleOf = useTitleOf();
  const [problem, setProblem] = useState('');
  const [asking, setAsking] = useState(false);
  const edit = useEdit(item, onLeave, setProblem);
  const title = titleOfItem(item, titleOf);
  const refused = item.message !== undefined;
  const overtaken = useOvertaken(item);
  const content = contentOfItem(item, titleOf, overtaken?.fields);
  const copy = async () => {
    await navigator.clipboard.writeText(textOfItem(item, titleOf));
    toast('Copied');
  };
  const again = () => resend(item).catch((error: Error) => setProblem(error.message));
  return (
    <li className="grid gap-1 border-line border-t px-5 py-3">
      <span className="font-[590] [overflow-wrap:anywhere]">{title}</span>
      <span className={refused ? 'font-[560] text-red text-sm' : 'font-[560] text-lamp text-sm'}>
        {stateOf(item, online)}
      </span>
      {overtaken && <Overtaken {...overtaken} />}
      {content && <p className="whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]">{content}</p>}
      {item.at && <span className="num text-ink-3 text-sm">{formatDateTime(item.at)}</span>}
      {problem && (
        <p role="alert" className="text-red text-sm">
          {problem}
        </p>
      )}
      <span className="mt-1 flex flex-wrap gap-2">
        {refused && !lacksFile(item) && !overtaken && (
          <Button size="small" onClick={again}>
            Resend
          </Button>
        )}
        {refused && edit && (
          <Button size="small" onClick={edit}>
            Edit
          </Button>
        )}
        <Button size="small" onClick={copy}>
          Copy
        </Button>
        {item.kind !== 'pending' && (
          <Button size="small" variant="ghost" onClick={() => setAsking(true)}>
            Discard
          </Button>
        )}
      </span>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Discard this change?"
        confirm="Discard"
        onConfirm={() => discard(item)}
      >
        “{title}” and what you wrote in it will be removed from this device.
      </ConfirmDialog>
    </li>
  );
};

/** A file that the server did not keep must be chosen anew. */
const lacksFile = ({ kind, args }: OutboxItem) => kind === 'refused' && args.fileName !== undefined;

const stateOf = (item: OutboxItem, online: boolean) => {
  if (item.message !== undefined) return `Not accepted: ${item.message}`;
  if (item.state === 'memory') return 'Only in memory';
  return online ? 'Sending…' : 'Saved on this device, waiting for a connection';
};

/** Opens the form or screen where the change is put right. A draft that stands there already is never overwritten. */
const useEdit = (item: OutboxItem, onLeave: () => void, onProblem: (problem: string) => void) => {
  const [, navigate] = useLocation();
  const drafts = useDrafts();
  const place = placeOfItem(item);
  if (!place) return;
  return async () => {
    const { href, draft } = place;
    if (draft && drafts.has(draft.key)) return onProblem('A draft is open there already. Send or discard it first.');
    if (draft && drafts.put(draft.key, draft.value)) await discard(item);
    onLeave();
    navigate(href);
  };
};
