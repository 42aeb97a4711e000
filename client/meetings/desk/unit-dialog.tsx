import { useState } from 'react';
import type { Way } from '../../../schema/meetings.ts';
import type { MeetingProxy } from '../../../schema/tables/voters.ts';
import type { Attendee, MeetingBooks, UnitPresence } from '../../../sync/meetings/books.ts';
import { stateOfProxy } from '../../../sync/meetings/proxies/proxies.ts';
import { PlainForm } from '../../forms/actions.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { useLast } from '../../ui/frozen.ts';
import { Input } from '../../ui/input.tsx';
import { lazyPart } from '../../ui/on-demand.ts';
import { timeAtMeeting, trueMs, useClock } from '../clock.ts';
import { isBoardMeeting } from '../model.ts';
import { ownerNames } from '../people.ts';
import { IN_A_ROW, RadioGroup } from '../plain-fields.tsx';
import { useZone } from '../time.ts';
import { WAY_LABELS } from './check-in.ts';
import { isResidentAlone } from './find-units.ts';
import { useDeskIndex } from './model.ts';
import { TimeField } from './paper-times.tsx';
import type { Ticks } from './ticks.ts';

const PaperProxy = lazyPart(() => import('./paper-proxy.tsx'));

type Props = { books: MeetingBooks; of: UnitPresence | undefined; ticks: Ticks; onClose: () => void };

/** All about one unit: who is here, who comes or goes and when, and its proxies. */
const UnitDialog = ({ of, onClose, ...props }: Props) => {
  const shown = useLast(of);
  return (
    <Dialog
      open={of !== undefined}
      onClose={onClose}
      title={shown?.unit.label ?? ''}
      subtitle={shown && `${ownerNames(shown.unit.owners)}, weight ${shown.unit.weight}`}
    >
      {shown && <Unit {...props} of={shown} onClose={onClose} />}
    </Dialog>
  );
};

export default UnitDialog;

const Unit = ({ books, of, ticks, onClose }: Props & { of: UnitPresence }) => {
  const [isRecording, setRecording] = useState(false);
  const takesProxies = !isBoardMeeting(books.meeting);
  if (isRecording)
    return (
      <PaperProxy
        books={books}
        unit={of.unit}
        onCancel={() => setRecording(false)}
        onDone={(proxy) => {
          setRecording(false);
          if (!proxy) return;
          onClose();
          void ticks.arrive([{ unit: of.unit, way: 'proxy', ...proxy, also: true }]);
        }}
      />
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {(of.note || of.no_vote) && <Alert tone="info">{of.note ?? `No vote: ${of.no_vote}`}</Alert>}
      {of.people.length > 0 && <People of={of} ticks={ticks} />}
      <Arrival books={books} of={of} ticks={ticks} onDone={onClose} />
      {takesProxies && (
        <section className="grid gap-2">
          <h3 className="font-semibold">Proxies</h3>
          <Proxies books={books} of={of} />
          <Button onClick={() => setRecording(true)} className="justify-self-start">
            Record a Paper Proxy
          </Button>
        </section>
      )}
    </div>
  );
};

const People = ({ of, ticks }: { of: UnitPresence; ticks: Ticks }) => {
  const clock = useClock();
  const leave = ({ name, proxy_id }: Attendee) => void ticks.leave(of, proxy_id ? { proxy_id } : { person: name });
  return (
    <section className="grid gap-1">
      <h3 className="font-semibold">Here now</h3>
      <ul>
        {of.people.map((person) => (
          <li key={person.fact_id} className="flex items-center justify-between gap-3 border-line border-t py-1">
            <span className="min-w-0">
              {person.name || of.unit.label}
              <span className="block text-ink-2 text-sm">
                {WAY_LABELS[person.way]} since {clock(person.since)} ({person.desk})
              </span>
            </span>
            <Button size="small" onClick={() => leave(person)}>
              Left<span className="sr-only"> {person.name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
};

type ArrivalProps = { books: MeetingBooks; of: UnitPresence; ticks: Ticks; onDone: () => void };

const Arrival = ({ onDone, ...props }: ArrivalProps) => {
  const { of, ticks, books } = props;
  const { way, setWay, holder, person, time, at, isAhead, target } = useArrival(books, of);
  const checkIn = () => {
    if (isAhead || !target) return;
    onDone();
    void ticks.arrive([target], ...at);
  };
  const allLeft = () => {
    if (isAhead) return;
    onDone();
    void ticks.leave(of, {}, ...at);
  };
  const ways = WAYS.filter(({ value }) => value !== 'proxy' || holder.options.length > 0);
  return (
    <PlainForm onSubmit={checkIn}>
      <RadioGroup
        label={of.way ? 'Someone else is here' : 'Attends'}
        options={ways}
        value={way}
        onChange={setWay}
        className={IN_A_ROW}
      />
      {way === 'proxy' && <RadioGroup label="Holder" {...holder} />}
      {way !== 'proxy' && of.unit.address_id !== null && <PersonField {...person} />}
      <div className="flex flex-wrap items-start justify-between gap-3">
        <TimeField label="Time" hint="Leave blank to use the current time." {...time} isAhead={isAhead} />
        <span className="flex gap-2 self-center">
          {of.way !== null && <Button onClick={allLeft}>All Left</Button>}
          <Button type="submit" variant="primary">
            Check In
          </Button>
        </span>
      </div>
    </PlainForm>
  );
};

const WAYS = (Object.keys(WAY_LABELS) as Way[]).map((value) => ({ value, label: WAY_LABELS[value] }));

/** The arrival as typed: `target` is null for a resident who may only be a guest, `at` has the time or nothing for now. */
const useArrival = (books: MeetingBooks, of: UnitPresence) => {
  const { unit } = of;
  const zone = useZone();
  const index = useDeskIndex(books);
  const proxies = activeProxies(books, of);
  const [way, setWay] = useState<Way>('in_person');
  const [person, setPerson] = useState(() => nextPerson(of));
  const [proxyId, setProxyId] = useState(proxies[0]?.id ?? '');
  const [time, setTime] = useState('');
  const at = timeAtMeeting(zone, books.meeting.starts_at, time, trueMs());
  const isResident = way !== 'proxy' && isResidentAlone(index, unit, person);
  const proxy = way === 'proxy' ? proxies.find(({ id }) => id === proxyId) : undefined;
  const who = proxy ? { person: proxy.holder_name, proxy_id: proxy.id } : { person: person.trim() || null };
  const options = proxies.map(({ id, holder_name }) => ({ value: id, label: holder_name }));
  return {
    way,
    setWay,
    holder: { options, value: proxyId, onChange: setProxyId },
    person: { unit, isResident, value: person, onChange: setPerson },
    time: { value: time, onChange: setTime },
    at: at ? [at] : [],
    isAhead: at !== '' && Date.parse(at) > trueMs(),
    target: isResident ? null : { unit, way, ...who, also: true },
  };
};

const PersonField = ({ unit, isResident, value, onChange }: ReturnType<typeof useArrival>['person']) => (
  <Field
    label="Person"
    error={isResident ? `${value.trim()} lives here but is not an owner.` : undefined}
    hint={isResident ? 'Add a guest, or record a paper proxy below.' : undefined}
  >
    <Input value={value} maxLength={100} list="desk-owners" onChange={(event) => onChange(event.target.value)} />
    <datalist id="desk-owners">
      {unit.owners.map(({ name }) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  </Field>
);

/** The first owner who is not here yet. */
const nextPerson = ({ unit, people, way }: UnitPresence): string =>
  unit.owners.find(({ name }) => !people.some((person) => person.name === name))?.name ?? (way ? '' : unit.label);

const proxiesOf = ({ proxies }: MeetingBooks, { unit }: UnitPresence): MeetingProxy[] =>
  proxies.filter(({ address_id }) => address_id === unit.address_id);

const activeProxies = (books: MeetingBooks, of: UnitPresence): MeetingProxy[] =>
  proxiesOf(books, of).filter((proxy) => stateOfProxy(books, proxy) === 'active');

const STANDINGS = {
  active: 'Active',
  superseded: 'Superseded',
  revoked: 'Revoked',
  expired: 'Expired',
  invalid: 'Invalid',
} as const;

const Proxies = ({ books, of }: { books: MeetingBooks; of: UnitPresence }) => {
  const all = proxiesOf(books, of);
  if (all.length === 0) return <p className="text-ink-2">This unit has not given a proxy.</p>;
  return (
    <ul>
      {all.map((proxy) => (
        <li key={proxy.id} className="border-line border-t py-1.5">
          Held by {proxy.holder_name}
          <span className="block text-ink-2 text-sm">
            {STANDINGS[stateOfProxy(books, proxy)]} · {KINDS[proxy.kind]}, from {proxy.giver_name},{' '}
            {proxy.way === 'app' ? 'in the app' : 'on paper'}
          </span>
        </li>
      ))}
    </ul>
  );
};
const KINDS = { general: 'general', directed: 'directed', quorum: 'for quorum only' } as const;
