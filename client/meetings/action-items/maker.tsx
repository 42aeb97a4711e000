import { ListChecks } from 'lucide-react';
import { type FormEvent, useId, useMemo, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { ACTION_OWNER_REQUIRED, ACTION_TITLE_REQUIRED } from '../../../schema/action-words.ts';
import type { AgendaItem, Meeting } from '../../../schema/tables/meetings.ts';
import { canManage } from '../../../sync/meetings/entity.ts';
import { executiveSessionsOf, openSession } from '../../../sync/meetings/executive.ts';
import { nameOf } from '../../../sync/users/entity.ts';
import { save, useRows } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { Button } from '../../ui/button.tsx';
import { formatDate, sortByName } from '../../ui/format.ts';
import { Input } from '../../ui/input.tsx';
import { useMeetingBooks } from '../books.ts';
import { trueNow } from '../clock.ts';
import { deskOf } from '../desk-name.ts';
import { inExecutiveSession } from '../record.ts';
import { matches, parseAction } from './action-line.ts';

type Props = { meeting: Meeting; item: Pick<AgendaItem, 'id' | 'executive'> | null; motion_id?: string | null };

const NOT_SAVED = 'The action item could not be saved. Please try again.';

/** Makes an action item in one line: "Call the roofer @Bea by 12/1". */
export const ActionMaker = ({ meeting, item, motion_id = null }: Props) => {
  const [line, setLine] = useState('');
  const hint = useId();
  const today = useHoaToday();
  const people = useOwners(meeting, item);
  const parsed = useMemo(() => parseAction(line, people, today), [line, people, today]);
  const { submit, busy, failure, fail, dismiss } = useSubmit(NOT_SAVED, { repeat: true });
  const press = async (event: FormEvent) => {
    event.preventDefault();
    if (!parsed.title) return fail(ACTION_TITLE_REQUIRED);
    if (!parsed.owner_name) return fail(`${ACTION_OWNER_REQUIRED}: type @ and a name`);
    const of = { meeting_id: meeting.id, item_id: item?.id ?? null, motion_id };
    const made = { at: trueNow(), desk: deskOf(meeting.id), ...inExecutiveSession(meeting.id) };
    const args = { id: uuidv7(), ...parsed, ...of, ...made };
    if (await submit(() => save('createActionItem', args))) setLine('');
  };
  return (
    <form onSubmit={press} className="grid gap-1.5">
      <div className="flex gap-2">
        <Input
          aria-label="Action item"
          aria-describedby={hint}
          placeholder="Action: what @name by date"
          value={line}
          onChange={(event) => setLine(event.target.value)}
          maxLength={300}
          className="min-w-0 flex-1"
        />
        <Button type="submit" icon={ListChecks} disabled={busy || line.trim() === ''}>
          Add
        </Button>
      </div>
      <p id={hint} aria-live="polite" className="text-ink-3 text-sm">
        {line.trim() === '' ? 'For example: Call the roofer @Bea by 12/1' : wordsOf(parsed)}
      </p>
      <Suggestions line={line} people={people} onPick={setLine} />
      <ErrorAlert message={failure} onClose={dismiss} />
    </form>
  );
};

const wordsOf = ({ title, owner_name, due_on }: ReturnType<typeof parseAction>): string =>
  [
    title || 'What needs to be done?',
    owner_name || 'who will do it? (type @name)',
    due_on ? `by ${formatDate(due_on)}` : 'no date',
  ].join(' · ');

const SHOWN = 4;

type SuggestionsProps = { line: string; people: ReturnType<typeof useOwners>; onPick: (line: string) => void };

/** Suggestions while a name is being typed. */
const Suggestions = ({ line, people, onPick }: SuggestionsProps) => {
  const at = line.lastIndexOf('@');
  const typed = line.slice(at + 1);
  const found = at < 0 || /\sby(\s|$)/i.test(typed) ? [] : matches(typed, people);
  const shown = found.filter(({ name }) => name !== typed.trim()).slice(0, SHOWN);
  if (shown.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-1.5">
      {shown.map(({ id, name }) => (
        <Button key={id} size="small" onClick={() => onPick(`${line.slice(0, at)}@${name} `)}>
          {name}
        </Button>
      ))}
    </div>
  );
};

/** The board for what is executive, else everybody who lives here. */
const useOwners = (meeting: Meeting, item: Props['item']) => {
  const { books } = useMeetingBooks(meeting.id);
  const isClosed = books !== undefined && openSession(executiveSessionsOf(books)) !== null;
  const executive = meeting.executive_only || item?.executive === true || isClosed;
  const users = useRows('user');
  return useMemo(
    () =>
      sortByName(users.all.filter((user) => !user.deleted_at && (!executive || canManage(user)))).map((user) => ({
        id: user.id,
        name: nameOf(user),
      })),
    [users, executive],
  );
};
