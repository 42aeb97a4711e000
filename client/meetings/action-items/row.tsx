import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import type { ActionItemStatus } from '../../../schema/meetings.ts';
import type { ActionItem } from '../../../schema/tables/minutes.ts';
import { canManage } from '../../../sync/meetings/entity.ts';
import { useUser } from '../../device/session.ts';
import { save, useRows } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { paths } from '../../paths.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDate } from '../../ui/format.ts';
import { Input } from '../../ui/input.tsx';
import { isOverdue } from './model.ts';

const LOOKS: Record<ActionItemStatus, [tone: Tone, label: string]> = {
  open: ['blue', 'Open'],
  done: ['ok', 'Done'],
  dropped: ['neutral', 'Dropped'],
};

/** One action item: the board moves it, its owner says that it is done. */
export const ActionRow = ({ action, linked = false }: { action: ActionItem; linked?: boolean }) => {
  const meeting = useRows('meeting').get(action.meeting_id);
  const overdue = isOverdue(action, useHoaToday());
  const [tone, label] = overdue ? (['bad', 'Overdue'] as const) : LOOKS[action.status];
  return (
    <li className="grid gap-1 py-2.5">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="[overflow-wrap:anywhere] font-medium">{action.title}</span>
        <Badge tone={tone}>{label}</Badge>
        {action.executive && <Badge tone="violet">Executive</Badge>}
      </div>
      <p className="num text-ink-2 text-sm">
        {action.owner_name}
        {action.due_on && ` · by ${formatDate(action.due_on)}`}
        {action.imported_by && ` · from ${action.desk}’s file, added by ${action.imported_by}`}
        {linked && meeting && (
          <>
            {' · '}
            <Link href={paths.meeting(meeting.id)} className="text-pine-text underline underline-offset-2">
              {meeting.title}
            </Link>
          </>
        )}
      </p>
      {action.done_note && <p className="[overflow-wrap:anywhere] text-ink-2 text-sm">Note: {action.done_note}</p>}
      <Moves action={action} />
    </li>
  );
};

const Moves = ({ action: { id, title, status, owner_id } }: { action: ActionItem }) => {
  const user = useUser();
  const board = canManage(user);
  const isOpen = status === 'open';
  const [isFinishing, setFinishing] = useState(false);
  const { submit, busy, failure, dismiss } = useSubmit(FAILED, { repeat: true });
  const update = (changes: { status: ActionItemStatus; done_note?: string | null }) =>
    submit(() => save('updateActionItem', { id, ...changes }));
  const finish = async (note: string) => {
    if (await update({ status: 'done', done_note: note || null })) setFinishing(false);
  };
  const move = (words: string, to: ActionItemStatus) => (
    <Button size="small" variant="ghost" disabled={busy} onClick={() => void update({ status: to })}>
      {words}
      <span className="sr-only"> {title}</span>
    </Button>
  );
  return (
    <>
      {isOpen && isFinishing && (
        <DoneForm title={title} busy={busy} onDone={finish} onCancel={() => setFinishing(false)} />
      )}
      {!(isOpen && isFinishing) && (board || (isOpen && owner_id === user.id)) && (
        <div className="flex flex-wrap gap-1.5 print:hidden">
          {isOpen && (
            <Button size="small" disabled={busy} onClick={() => setFinishing(true)}>
              Done<span className="sr-only"> {title}</span>
            </Button>
          )}
          {board && (isOpen ? move('Drop', 'dropped') : move('Reopen', 'open'))}
        </div>
      )}
      <ErrorAlert message={failure} onClose={dismiss} />
    </>
  );
};

const FAILED = 'This could not be saved. Please try again.';

/** Asks for a note on the outcome, which may stay empty. */
const DoneForm = ({
  title,
  busy,
  onDone,
  onCancel,
}: {
  title: string;
  busy: boolean;
  onDone: (note: string) => void;
  onCancel: () => void;
}) => {
  const [note, setNote] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onDone(note.trim());
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap gap-1.5 print:hidden">
      <Input
        aria-label={`Note on ${title}`}
        placeholder="What was done (optional)"
        value={note}
        onChange={(event) => setNote(event.target.value)}
        maxLength={500}
        autoFocus
        className="min-w-48 flex-1 max-md:min-w-full"
      />
      <Button type="submit" variant="primary" disabled={busy}>
        Mark Done
      </Button>
      <Button onClick={onCancel}>Cancel</Button>
    </form>
  );
};
