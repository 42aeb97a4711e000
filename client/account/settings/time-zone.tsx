import { zodResolver } from '@hookform/resolvers/zod';
import { type Resolver, useWatch } from 'react-hook-form';
import { Link } from 'wouter';
import * as z from 'zod/mini';
import { timeZone } from '../../../schema/hoa-inputs.ts';
import type { Hoa } from '../../../schema/tables/hoas.ts';
import { timeZoneOf } from '../../../schema/time-zones.ts';
import { conflictsOf } from '../../../sync/hoas/entity.ts';
import { shortTimeInWords } from '../../../sync/meetings/local-time.ts';
import { versionsOf } from '../../../sync/versions.ts';
import { save, useOnline, useRows } from '../../device/store.ts';
import { useToday } from '../../device/today.ts';
import { FieldConflict } from '../../forms/conflict.tsx';
import { useSaveForm } from '../../forms/save-form.tsx';
import { ZoneField } from '../../forms/zone-field.tsx';
import { zoneName } from '../../forms/zones.ts';
import { paths } from '../../paths.ts';
import { Facts } from '../../ui/card.tsx';
import { drafts } from './outbox.ts';
import { Section } from './section.tsx';
import { SettingsForm } from './settings-form.tsx';
import { zoneChange } from './zone-change.ts';

export const TimeZone = ({ hoa }: { hoa: Hoa }) => (
  <Section
    section="zone"
    title="Time Zone"
    shown={<Shown zone={hoa.time_zone} />}
    form={(onDone) => <ZoneForm hoa={hoa} onDone={onDone} />}
  />
);

const Shown = ({ zone }: { zone: string }) => {
  // Rerenders with the day at least.
  useToday();
  return (
    <Facts
      entries={[
        ['Time zone', zoneName(zone)],
        [
          'Time now',
          <span key="now" className="num">
            {shortTimeInWords(zone, new Date().toISOString())}
          </span>,
        ],
      ]}
    />
  );
};

type Values = { time_zone: string };
const FIELDS = ['time_zone'] as const;
const resolver: Resolver<Values> = zodResolver(z.object({ time_zone: timeZone }));

const ZoneForm = ({ hoa, onDone }: { hoa: Hoa; onDone: () => void }) => {
  const online = useOnline();
  const edit = useSaveForm<Values>({
    draftKey: drafts.zone(),
    values: { time_zone: timeZoneOf(hoa.time_zone) ?? hoa.time_zone },
    resolver,
    check: { versions: versionsOf(hoa, FIELDS), conflicts: (update) => conflictsOf(hoa, update) },
    write: (_, changes) => save('updateHoa', changes),
    said: online ? 'Time zone saved' : 'Time zone saved on this device',
    fallback: 'The time zone could not be saved. Please try again.',
    onSaved: onDone,
  });
  const to = useWatch({ control: edit.form.control, name: 'time_zone' });
  const isChanged = Boolean(to) && to !== hoa.time_zone;
  return (
    <SettingsForm edit={edit} onDone={onDone} submit="Change Time Zone" disabled={!isChanged}>
      <ZoneField form={edit.form} name="time_zone" />
      <FieldConflict row={hoa} fields={FIELDS} edit={edit} />
      {isChanged && <WhatMoves from={hoa.time_zone} to={to} />}
    </SettingsForm>
  );
};

const WhatMoves = ({ from, to }: { from: string; to: string }) => {
  const { clock, lines, meetings } = zoneChange(from, to, new Date().toISOString(), useRows('meeting').all);
  return (
    <section aria-label="What changes" className="grid gap-2.5 rounded-md bg-sunk px-3.5 py-3 text-ink-2">
      <p role="status" className="num">
        It is <b className="font-semibold text-ink">{clock.after}</b> there, instead of {clock.before}.
      </p>
      <ul className="grid list-disc gap-1 pl-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {meetings.length > 0 && <Meetings meetings={meetings} />}
    </section>
  );
};

const Meetings = ({ meetings }: Pick<ReturnType<typeof zoneChange>, 'meetings'>) => (
  <div className="grid gap-1.5 border-line border-t pt-2.5">
    <p>
      Upcoming meetings happen at the same moment, so their times will look different. If you entered a time in the new
      zone, correct it in the meeting after saving.
    </p>
    <ul className="grid gap-1.5">
      {meetings.map(({ id, title, before, after, wasNoticed }) => (
        <li key={id}>
          <Link href={paths.meeting(id)} className="font-medium text-ink underline underline-offset-2">
            {title}
          </Link>
          <span className="num block text-sm">
            {after}, instead of {before}
            {wasNoticed && '. Its notice was sent with the old time. Send a new one.'}
          </span>
        </li>
      ))}
    </ul>
  </div>
);
