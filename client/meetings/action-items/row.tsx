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

export const ActionBadges = ({ action }: { action: ActionItem }) => {
  const overdue = isOverdue(action, useHoaToday());
  const [tone, label] = overdue ? (['bad', 'Overdue'] as const) : LOOKS[action.status];
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {action.executive && <Badge tone="violet">Executive</Badge>}
    </>
  );
};

/** One action item: the board moves it, its owner says that it is done. */
export const ActionRow = ({ action, linked = false }: { action: ActionItem; linked?: boolean }) => (
  <li className="grid gap-1 py-2.5">
    <ActionCard action={action} linked={linked} />
  </li>
);

export const ActionCard = ({ action, linked }: { action: ActionItem; linked: boolean }) => {
  const [isFinishing, setFinishing] = useState(false);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="[overflow-wrap:anywhere] font-medium">{action.title}</span>
        <ActionBadges action={action} />
      </div>
      <p className="num text-ink-2 text-sm">
        {action.owner_name}
        {action.due_on && ` · by ${formatDate(action.due_on)}`}
        {sourceOf(action) && ` · ${sourceOf(action)}`}
        {linked && <MeetingLink before=" · " id={action.meeting_id} />}
      </p>
      <DoneNote action={action} />
      {isFinishing && action.status === 'open' ? (
        <Finish action={action} onClose={() => setFinishing(false)} />
      ) : (
        <Moves action={action} onFinish={() => setFinishing(true)} />
      )}
    </>
  );
};

export const sourceOf = ({ imported_by, desk }: ActionItem): string =>
  imported_by ? `from ${desk}’s file, added by ${imported_by}` : '';

/** Nothing where there is no meeting, or not for this person. */
export const MeetingLink = ({
  id,
  before = '',
  row = false,
}: {
  id: string | null;
  before?: string;
  row?: boolean;
}) => {
  const meeting = useRows('meeting').get(id);
  if (!meeting) return null;
  return (
    <>
      {before}
      <Link
        href={paths.meeting(meeting.id)}
        data-row={row || undefined}
        className="text-pine-text underline underline-offset-2"
      >
        {meeting.title}
      </Link>
    </>
  );
};

export const DoneNote = ({ action: { done_note } }: { action: ActionItem }) =>
  done_note && <p className="[overflow-wrap:anywhere] text-ink-2 text-sm">Note: {done_note}</p>;

const useUpdate = ({ id }: ActionItem) => {
  const { submit, busy, failure, dismiss } = useSubmit(FAILED, { repeat: true });
  const update = (changes: { status: ActionItemStatus; done_note?: string | null }) =>
    submit(() => save('updateActionItem', { id, ...changes }));
  return { update, busy, alert: <ErrorAlert message={failure} onClose={dismiss} /> };
};
const FAILED = 'This could not be saved. Please try again.';

/** The moves that this person may make. */
export const Moves = ({ action, onFinish }: { action: ActionItem; onFinish: () => void }) => {
  const user = useUser();
  const { update, busy, alert } = useUpdate(action);
  const { title, status, owner_id } = action;
  const board = canManage(user);
  const isOpen = status === 'open';
  const move = (words: string, to: ActionItemStatus) => (
    <Button size="small" variant="ghost" disabled={busy} onClick={() => void update({ status: to })}>
      {words}
      <span className="sr-only"> {title}</span>
    </Button>
  );
  if (!board && !(isOpen && owner_id === user.id)) return null;
  return (
    <>
      <div className="flex flex-wrap gap-1.5 print:hidden">
        {isOpen && (
          <Button size="small" disabled={busy} onClick={onFinish}>
            Done<span className="sr-only"> {title}</span>
          </Button>
        )}
        {board && (isOpen ? move('Drop', 'dropped') : move('Reopen', 'open'))}
      </div>
      {alert}
    </>
  );
};

/** Asks for a note on the outcome, which may stay empty. */
export const Finish = ({ action, onClose }: { action: ActionItem; onClose: () => void }) => {
  const [note, setNote] = useState('');
  const { update, busy, alert } = useUpdate(action);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await update({ status: 'done', done_note: note.trim() || null })) onClose();
  };
  return (
    <>
      <form onSubmit={submit} className="flex flex-wrap gap-1.5 print:hidden">
        <Input
          aria-label={`Note on ${action.title}`}
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
        <Button onClick={onClose}>Cancel</Button>
      </form>
      {alert}
    </>
  );
};
