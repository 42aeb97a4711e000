import { Clock } from 'lucide-react';
import { useState } from 'react';
import type { Way } from '../../../schema/meetings.ts';
import type { RollUnit } from '../../../schema/tables/voters.ts';
import type { UnitPresence } from '../../../sync/meetings/books.ts';
import { isTimeImplausible } from '../../../sync/meetings/facts/fact-time.ts';
import { factById } from '../../../sync/meetings/facts/heads.ts';
import { localTime } from '../../../sync/meetings/local-time.ts';
import { vacantSeats } from '../../../sync/meetings/quorum.ts';
import { paths } from '../../paths.ts';
import { Tag } from '../../ui/badge.tsx';
import { Button, IconButton, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { formatCount, formatPlural } from '../../ui/format.ts';
import { Input } from '../../ui/input.tsx';
import { useAnnounced } from '../announcer.tsx';
import { trueNow } from '../clock.ts';
import { isBoardMeeting } from '../model.ts';
import type { NewFact } from '../record.ts';
import { fieldsOf, useZone } from '../time.ts';
import { useRoom } from './context.ts';

import { FormDialog, Segments } from './parts.tsx';
import { TimeMark } from './time-mark.tsx';

type Choice = 'absent' | 'in_person' | 'remote';
const WAYS: readonly { value: Choice; label: string }[] = [
  { value: 'absent', label: 'Absent' },
  { value: 'in_person', label: 'In person' },
  { value: 'remote', label: 'Remote' },
];

/** Directors are checked in here; the units of a member meeting at the check-in desk. */
export const Attendance = () => {
  const { books } = useRoom();
  return isBoardMeeting(books.meeting) ? <Directors /> : <Units />;
};

const Units = () => {
  const { books, quorum, presence } = useRoom();
  return (
    <Card title="Attendance">
      <p className="num text-ink-2">
        {formatCount(quorum.units)} of {formatCount(quorum.units_total)} units are here
        {presence.guests.length > 0 && `, ${formatPlural(presence.guests.length, 'guest')}`}.
      </p>
      <LinkButton size="small" href={paths.meetingDesk(books.meeting.id)} className="mt-2">
        Open Check-In
      </LinkButton>
    </Card>
  );
};

const Directors = () => {
  const { books, presence } = useRoom();
  const directors = books.roll.filter(({ removed_at }) => !removed_at).toSorted((a, b) => a.position - b.position);
  const vacant = vacantSeats(books.meeting, books.roll);
  const tick = useTick();
  return (
    <Card title="Attendance" actions={<AllHere directors={directors} onTick={tick} />} flush>
      {directors.length === 0 ? (
        <p className="px-4 py-3.5 text-ink-2">No directors are on the roll. Schedule the meeting to freeze it.</p>
      ) : (
        <ul className="mt-2">
          {directors.map(({ id }) => {
            const unit = presence.units.get(id);
            return unit && <DirectorLine key={id} unit={unit} onTick={tick} />;
          })}
        </ul>
      )}
      {vacant > 0 && (
        <p className="num border-line border-t px-4 py-2.5 text-ink-2">
          {vacant} of {formatPlural(books.meeting.rules?.seats ?? 0, 'seat')} vacant
        </p>
      )}
    </Card>
  );
};

/** Records who is here, and announces it. */
const useTick = (): Tick => {
  const { quorum, record } = useRoom();
  const [done, setDone] = useState<{ words: string } | null>(null);
  useAnnounced(done, quorum.words);
  return async (facts, words) => {
    if (await record(facts)) setDone({ words });
  };
};

const AllHere = ({ directors, onTick }: { directors: readonly RollUnit[]; onTick: Tick }) => {
  const { presence, session } = useRoom();
  const absent = directors.filter(({ id }) => !presence.units.get(id)?.way);
  if (session.status === 'adjourned' || absent.length < 2) return null;
  const allHere = () =>
    onTick(
      absent.map(({ id, label }) => ({ kind: 'arrived', subject: id, data: { way: 'in_person', person: label } })),
      `${absent.length} directors, present.`,
    );
  return (
    <Button size="small" onClick={allHere}>
      All {absent.length} Are Here
    </Button>
  );
};

type Tick = (facts: NewFact[], words: string) => Promise<void>;

const DirectorLine = ({ unit: here, onTick }: { unit: UnitPresence; onTick: Tick }) => {
  const { books } = useRoom();
  const [setting, setSetting] = useState(false);
  const { unit, way } = here;
  const { chair_id, secretary_id } = books.meeting;
  const change = (to: Choice) =>
    onTick([changeOf(here, to)], `${unit.label}, ${to === 'absent' ? 'absent' : 'present'}.`);
  return (
    <li className="grid gap-1.5 border-line border-t px-4 py-2.5 first:border-t-0">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">{unit.label}</span>
        {unit.office && unit.office !== 'Director' && <span className="text-ink-3 text-sm">{unit.office}</span>}
        {unit.user_id === chair_id && chair_id && <Tag>Chair</Tag>}
        {unit.user_id === secretary_id && secretary_id && unit.office !== 'Secretary' && <Tag>Secretary</Tag>}
        <IconButton
          icon={Clock}
          label={`Set the time of ${unit.label}`}
          onClick={() => setSetting(true)}
          className="-my-1.5 ml-auto"
        />
      </span>
      <span className="flex flex-wrap items-center gap-2">
        <Segments
          label={unit.label}
          options={WAYS}
          value={choiceOf(way)}
          onChange={(to) => to !== choiceOf(way) && void change(to)}
          quiet="absent"
        />
      </span>
      <Times here={here} />
      {setting && <TimeDialog here={here} onClose={() => setSetting(false)} />}
    </li>
  );
};

const Times = ({ here: { way, since, left_at, people, note } }: { here: UnitPresence }) => {
  const { books, time } = useRoom();
  const toCheck = people
    .map(({ fact_id }) => factById(books, fact_id))
    .find((fact) => fact && isTimeImplausible(fact, books.meeting));
  return (
    <span className="num text-ink-3 text-sm empty:hidden">
      {way && since && `Here since ${time(since)}${people[0] ? ` (${people[0].desk})` : ''}`}
      {!way && left_at && `Left at ${time(left_at)}`}
      {note && ` · ${note}`}
      {toCheck && <TimeMark fact={toCheck} />}
    </span>
  );
};

const choiceOf = (way: Way | null): Choice => (way === null ? 'absent' : way === 'remote' ? 'remote' : 'in_person');

/** Another way replaces the arrival, whose time stays. */
const changeOf = ({ unit, people, since }: UnitPresence, to: Choice, at?: string): NewFact => {
  const when = at === undefined ? {} : { at };
  if (to === 'absent') return { kind: 'left', subject: unit.id, data: {}, ...when };
  return {
    kind: 'arrived',
    subject: unit.id,
    data: { way: to, person: unit.label },
    ...(people.length > 0 && { replaces: people.map(({ fact_id }) => fact_id), ...(since && { at: since }) }),
    ...when,
  };
};

/** Late entries: somebody came or left at an earlier time. */
const TimeDialog = ({ here, onClose }: { here: UnitPresence; onClose: () => void }) => {
  const { record } = useRoom();
  const zone = useZone();
  const [choice, setChoice] = useState<Choice>(choiceOf(here.way) === 'absent' ? 'in_person' : 'absent');
  const [clock, setClock] = useState(() => fieldsOf(zone, trueNow()).time);
  const send = () => {
    const at = lastTime(zone, clock, trueNow());
    return record([changeOf(here, choice, at)]);
  };
  return (
    <FormDialog title={here.unit.label} submit="Record" onSubmit={send} onClose={onClose}>
      <div className="grid gap-1.5">
        <span className="font-medium">From this time on</span>
        <Segments label="From this time on" options={WAYS} value={choice} onChange={setChoice} />
      </div>
      <Field label="Time" hint="Within the last 24 hours.">
        <Input
          type="time"
          required
          value={clock}
          onChange={(event) => event.target.value && setClock(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
};

/** The last instant before `now` at which the clock of the zone showed this time ("19:02"). */
const lastTime = (zone: string, clock: string, now: string): string => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  const { hour, minute } = localTime(zone, Date.parse(now));
  const back = ((hour - hours) * 60 + minute - minutes + 1440) % 1440;
  const at = new Date(Date.parse(now) - back * 60_000);
  if (back > 0) at.setSeconds(0, 0);
  return at.toISOString();
};
