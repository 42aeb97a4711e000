import { useState } from 'react';
import type { Way } from '../../../schema/meetings.ts';
import type { MeetingProxy } from '../../../schema/tables/meetings.ts';
import type { Attendee, MeetingBooks, UnitPresence } from '../../../sync/meetings/books.ts';
import { standingOfProxy } from '../../../sync/meetings/proxies/proxies.ts';
import { PlainForm } from '../../forms/actions.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ChoiceGroup, Radio } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { useLast } from '../../ui/frozen.ts';
import { Input } from '../../ui/input.tsx';
import { trueMs } from '../clock.ts';
import { isBoardMeeting } from '../model.ts';
import { useZone } from '../time.ts';
import { WAY_LABELS } from './check-in.ts';
import { isResidentAlone } from './find-units.ts';
import { useDeskIndex } from './model.ts';
import { PaperProxy } from './paper-proxy.tsx';
import type { Ticks } from './ticks.ts';
import { TimeField } from './time-field.tsx';
import { timeAtMeeting, useClock } from './times.ts';

type Props = { books: MeetingBooks; of: UnitPresence | undefined; ticks: Ticks; onClose: () => void };

/** All about one unit: who is here, who comes or goes and when, and its proxies. */
export const UnitDialog = ({ of, onClose, ...props }: Props) => {
  const shown = useLast(of);
  return (
    <Dialog
      open={of !== undefined}
      onClose={onClose}
      title={shown?.unit.label ?? ''}
      subtitle={shown && `${ownersOf(shown)}, weight ${shown.unit.weight}`}
    >
      {shown && <Unit {...props} of={shown} onClose={onClose} />}
    </Dialog>
  );
};

const ownersOf = ({ unit }: UnitPresence) => unit.owners.map(({ name }) => name).join(', ') || 'Owner not recorded';

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

const Arrival = ({
  books,
  of,
  ticks,
  onDone,
}: Required<Omit<Props, 'of' | 'onClose'>> & { of: UnitPresence; onDone: () => void }) => {
  const zone = useZone();
  const { unit } = of;
  const proxies = activeProxies(books, of);
  const [way, setWay] = useState<Way>('in_person');
  const [person, setPerson] = useState(() => nextPerson(of));
  const [proxyId, setProxyId] = useState(proxies[0]?.id ?? '');
  const [time, setTime] = useState('');
  const at = timeAtMeeting(zone, books.meeting.starts_at, time, trueMs());
  const isAhead = at !== '' && Date.parse(at) > trueMs();
  const index = useDeskIndex(books);
  const isResident = way !== 'proxy' && isResidentAlone(index, unit, person);
  const proxy = way === 'proxy' ? proxies.find(({ id }) => id === proxyId) : undefined;
  const checkIn = () => {
    if (isAhead || isResident) return;
    onDone();
    const who = proxy ? { person: proxy.holder_name, proxy_id: proxy.id } : { person: person.trim() || null };
    void ticks.arrive([{ unit, way, ...who, also: true }], ...(at ? [at] : []));
  };
  return (
    <PlainForm onSubmit={checkIn}>
      <ChoiceGroup label={of.way ? 'Somebody else has come' : 'Way'}>
        <div className="flex flex-wrap gap-x-6 gap-y-1">
          {(Object.keys(WAY_LABELS) as Way[]).map(
            (name) =>
              (name !== 'proxy' || proxies.length > 0) && (
                <Radio
                  key={name}
                  name="way"
                  label={WAY_LABELS[name]}
                  checked={way === name}
                  onChange={() => setWay(name)}
                />
              ),
          )}
        </div>
      </ChoiceGroup>
      {way === 'proxy' ? (
        <ChoiceGroup label="Holder">
          {proxies.map(({ id, holder_name }) => (
            <Radio
              key={id}
              name="holder"
              label={holder_name}
              checked={proxyId === id}
              onChange={() => setProxyId(id)}
            />
          ))}
        </ChoiceGroup>
      ) : (
        unit.address_id !== null && (
          <Field
            label="Person"
            error={isResident ? `${person.trim()} lives here but is not an owner.` : undefined}
            hint={isResident ? 'Add a guest, or record a paper proxy below.' : undefined}
          >
            <Input
              value={person}
              maxLength={100}
              list="desk-owners"
              onChange={(event) => setPerson(event.target.value)}
            />
            <datalist id="desk-owners">
              {unit.owners.map(({ name }) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          </Field>
        )
      )}
      <div className="flex flex-wrap items-start justify-between gap-3">
        <TimeField label="Time" hint="Empty is now." value={time} onChange={setTime} isAhead={isAhead} />
        <span className="flex gap-2 self-center">
          {of.way !== null && (
            <Button
              onClick={() => {
                if (isAhead) return;
                onDone();
                void ticks.leave(of, {}, ...(at ? [at] : []));
              }}
            >
              All Left
            </Button>
          )}
          <Button type="submit" variant="primary">
            Check In
          </Button>
        </span>
      </div>
    </PlainForm>
  );
};

/** The first owner who is not here yet. */
const nextPerson = ({ unit, people, way }: UnitPresence): string =>
  unit.owners.find(({ name }) => !people.some((person) => person.name === name))?.name ?? (way ? '' : unit.label);

const proxiesOf = ({ proxies }: MeetingBooks, { unit }: UnitPresence): MeetingProxy[] =>
  proxies.filter(({ address_id }) => address_id === unit.address_id);

const activeProxies = (books: MeetingBooks, of: UnitPresence): MeetingProxy[] =>
  proxiesOf(books, of).filter((proxy) => standingOfProxy(books, proxy) === 'active');

const STANDINGS = {
  active: 'Active',
  superseded: 'Superseded',
  revoked: 'Revoked',
  expired: 'Expired',
  invalid: 'Invalid',
} as const;

const Proxies = ({ books, of }: { books: MeetingBooks; of: UnitPresence }) => {
  const all = proxiesOf(books, of);
  if (all.length === 0) return <p className="text-ink-2">This unit has given none.</p>;
  return (
    <ul>
      {all.map((proxy) => (
        <li key={proxy.id} className="border-line border-t py-1.5">
          Held by {proxy.holder_name}
          <span className="block text-ink-2 text-sm">
            {STANDINGS[standingOfProxy(books, proxy)]} · {KINDS[proxy.kind]}, from {proxy.giver_name},{' '}
            {proxy.way === 'app' ? 'in the app' : 'on paper'}
          </span>
        </li>
      ))}
    </ul>
  );
};
const KINDS = { general: 'general', directed: 'directed', quorum: 'for the quorum only' } as const;
