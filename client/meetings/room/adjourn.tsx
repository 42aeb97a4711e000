import { useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { useLocation } from 'wouter';
import { addDays } from '../../../schema/dates.ts';
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
  const { books, quorum, record, run } = useRoom();
  const { meeting } = books;
  const { zone, long } = useHoaTime();
  const [, navigate] = useLocation();
  const [goesOn, setGoesOn] = useState(!quorum.met);
  const [date, setDate] = useState(addDays(useHoaToday(), (meeting.rules?.adjourned_quorum.days ?? 20) + 1));
  const [clock, setClock] = useState(fieldsOf(zone, meeting.starts_at).time);
  const starts_at = instantOf(zone, date, clock);
  const closed = new Set(ofKind(books, 'result').map(({ subject }) => subject));
  const open = books.motions.filter(({ id }) => !closed.has(id));
  const send = async () => {
    if (goesOn && !starts_at) return false;
    const id = uuidv7();
    if (goesOn) {
      const { kind, title, place, remote_link, purpose, chair_id, secretary_id, desk_ids } = meeting;
      const { executive_only, has_election, proxy_officers } = meeting;
      const made = await run(() =>
        save('createMeeting', {
          id,
          kind,
          title: `${title.replace(/ \(adjourned\)$/, '')} (adjourned)`,
          starts_at,
          place: place ?? '',
          remote_link,
          purpose: purpose ?? '',
          chair_id,
          secretary_id,
          desk_ids,
          executive_only,
          has_election,
          proxy_officers,
          status: 'scheduled',
          adjourned_from: meeting.id,
        }),
      );
      if (!made) return false;
    }
    const done = await record([
      { kind: 'adjourned', data: goesOn ? { to: long(starts_at) } : {} },
      // Who adjourns here checks in nobody else.
      ...(ownOpening(books) ? [closing(meeting.id)] : []),
    ]);
    if (!done) return false;
    announce('Adjourned');
    if (goesOn) navigate(paths.meeting(id));
    return true;
  };
  return (
    <FormDialog title="Adjourn the meeting?" submit="Adjourn" onSubmit={send} onClose={onClose}>
      {!quorum.met && (
        <Alert tone="info">
          There is no quorum. The meeting can be adjourned to another date: its agenda, its roll and the proxies that
          are still valid go with it.
        </Alert>
      )}
      {open.length > 0 && (
        <p className="text-ochre">Without a result: {open.map(({ number }) => `Motion ${number}`).join(', ')}.</p>
      )}
      <Checkbox
        label="Adjourn to another date"
        checked={goesOn}
        onChange={(event) => setGoesOn(event.target.checked)}
      />
      {goesOn && (
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
