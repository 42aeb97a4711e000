import { useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { useLocation } from 'wouter';
import { addDays } from '../../../schema/dates.ts';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import { ofKind } from '../../../sync/meetings/facts/heads.ts';
import { save } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { paths } from '../../paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { announce } from '../announcer.tsx';
import { closing, ownOpening } from '../own-desk.ts';
import { fieldsOf, instantOf, useHoaTime } from '../time.ts';
import { useRoom } from './context.ts';
import { FormDialog } from './parts.tsx';

/** Adjourns the meeting; without a quorum to another date, where agenda, roll and proxies go on. */
export const AdjournDialog = ({ onClose }: { onClose: () => void }) => {
  const { quorum } = useRoom();
  const { continues, setContinues, date, setDate, clock, setClock, starts_at, send } = useAdjournment();
  return (
    <FormDialog title="Adjourn the Meeting?" submit="Adjourn" onSubmit={send} onClose={onClose}>
      {!quorum.met && (
        <Alert tone="info">
          Without a quorum, you can adjourn to another date. The agenda, the roll and any valid proxies carry over.
        </Alert>
      )}
      <MotionsWithoutResult />
      <Checkbox
        label="Adjourn to another date"
        checked={continues}
        onChange={(event) => setContinues(event.target.checked)}
      />
      {continues && (
        <div className="flex flex-wrap gap-4">
          <Field label="Date" required error={starts_at ? undefined : 'Please select a date and time.'}>
            <Input type="date" value={date} onChange={(event) => setDate(event.target.value)} />
          </Field>
          <Field label="Time" required>
            <Input type="time" value={clock} onChange={(event) => setClock(event.target.value)} />
          </Field>
        </div>
      )}
    </FormDialog>
  );
};

/** The adjournment as typed: where it `continues`, another meeting is made at `starts_at`, '' for no time. */
const useAdjournment = () => {
  const { books, quorum, record, run } = useRoom();
  const { meeting } = books;
  const { zone, long } = useHoaTime();
  const [, navigate] = useLocation();
  const [continues, setContinues] = useState(!quorum.met);
  const [date, setDate] = useState(addDays(useHoaToday(), (meeting.rules?.adjourned_quorum.days ?? 20) + 1));
  const [clock, setClock] = useState(fieldsOf(zone, meeting.starts_at).time);
  const starts_at = instantOf(zone, date, clock);
  const send = async () => {
    const id = uuidv7();
    if (continues && !starts_at) return false;
    if (continues && !(await run(() => save('createMeeting', continuing(meeting, id, starts_at))))) return false;
    const done = await record([
      { kind: 'adjourned', data: continues ? { to: long(starts_at) } : {} },
      // Whoever adjourns here checks in nobody else.
      ...(ownOpening(books) ? [closing(meeting.id)] : []),
    ]);
    if (!done) return false;
    announce('Adjourned');
    if (continues) navigate(paths.meeting(id));
    return true;
  };
  return { continues, setContinues, date, setDate, clock, setClock, starts_at, send };
};

/** The arguments of createMeeting for the meeting that this one is adjourned to. */
const continuing = (meeting: Meeting, id: string, starts_at: string) => {
  const { kind, title, place, remote_link, purpose, chair_id, secretary_id, desk_ids } = meeting;
  const { executive_only, has_election, proxy_officers } = meeting;
  return {
    ...{ id, kind, starts_at, remote_link, chair_id, secretary_id, desk_ids },
    ...{ executive_only, has_election, proxy_officers },
    title: `${title.replace(/ \(adjourned\)$/, '')} (adjourned)`,
    place: place ?? '',
    purpose: purpose ?? '',
    status: 'scheduled',
    adjourned_from: meeting.id,
  };
};

const MotionsWithoutResult = () => {
  const { books } = useRoom();
  const closed = new Set(ofKind(books, 'result').map(({ subject }) => subject));
  const open = books.motions.filter(({ id }) => !closed.has(id));
  if (open.length === 0) return null;
  return <p className="text-ochre">Without a result: {open.map(({ number }) => `Motion ${number}`).join(', ')}.</p>;
};
