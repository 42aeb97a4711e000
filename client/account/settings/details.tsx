import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver, UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { hoaUpdate } from '../../../schema/hoa-inputs.ts';
import type { Hoa } from '../../../schema/tables/hoas.ts';
import { mailingAddress } from '../../../sync/hoas/contact.ts';
import { conflictsOf } from '../../../sync/hoas/entity.ts';
import { versionsOf } from '../../../sync/versions.ts';
import { save, useOnline } from '../../device/store.ts';
import { FieldConflict } from '../../forms/conflict.tsx';
import { TextField } from '../../forms/fields.tsx';
import { useSaveForm } from '../../forms/save-form.tsx';
import { useWaiting, WaitingMark } from '../../screens/waiting.tsx';
import { Facts } from '../../ui/card.tsx';
import { drafts } from './outbox.ts';
import { Section } from './section.tsx';
import { SettingsForm } from './settings-form.tsx';

export const Details = ({ hoa }: { hoa: Hoa }) => (
  <Section
    section="details"
    title="Association"
    shown={<Shown {...hoa} />}
    form={(onDone) => <DetailsForm hoa={hoa} onDone={onDone} />}
  />
);

const NOT_SET = <span className="text-ink-3">Not set</span>;

const Shown = (hoa: Hoa) => {
  const lines = mailingAddress(hoa);
  return (
    <>
      <Facts
        entries={[
          ['Name', hoa.name],
          ['Address', lines.length > 0 ? lines.map((line) => <div key={line}>{line}</div>) : NOT_SET],
          ['Email', hoa.email ?? NOT_SET],
          ['Phone', hoa.phone ?? NOT_SET],
        ]}
      />
      <p className="pt-2.5 text-ink-3 text-sm">
        Shown on statements, letters and other prints. <WaitingMark item={useWaiting().get(hoa.id)} />
      </p>
    </>
  );
};

type Values = Record<(typeof FIELDS)[number], string>;
const FIELDS = ['name', 'street', 'city', 'state', 'zip', 'email', 'phone'] as const;
const LABELS: Values = {
  name: 'HOA name',
  street: 'Street address or PO box',
  city: 'City',
  state: 'State',
  zip: 'ZIP code',
  email: 'Email',
  phone: 'Phone',
};

const resolver = zodResolver(z.omit(hoaUpdate, { time_zone: true, base: true })) as unknown as Resolver<Values>;

const valuesOf = (hoa: Hoa): Values => Object.fromEntries(FIELDS.map((field) => [field, hoa[field] ?? ''])) as Values;

const DetailsForm = ({ hoa, onDone }: { hoa: Hoa; onDone: () => void }) => {
  const online = useOnline();
  const edit = useSaveForm<Values>({
    draftKey: drafts.details(),
    values: valuesOf(hoa),
    resolver,
    check: { versions: versionsOf(hoa, FIELDS), conflicts: (update) => conflictsOf(hoa, update) },
    write: (_, changes) => save('updateHoa', changes),
    said: online ? 'Association saved' : 'Association saved on this device',
    fallback: 'The association could not be saved. Please try again.',
    onSaved: onDone,
  });
  return (
    <SettingsForm edit={edit} onDone={onDone}>
      <Fields form={edit.form} />
      {FIELDS.map((field) => (
        <FieldConflict key={field} row={hoa} fields={[field]} edit={edit} />
      ))}
    </SettingsForm>
  );
};

const Fields = ({ form }: { form: UseFormReturn<Values> }) => {
  const field = (name: keyof Values) => ({ form, name, label: LABELS[name] });
  return (
    <>
      <TextField
        {...field('name')}
        required
        autoComplete="organization"
        hint="Sign-in, emails and prints show the new name right away. Documents already filed keep the old one."
      />
      <TextField {...field('street')} autoComplete="street-address" />
      <div className="grid gap-4 sm:grid-cols-2 sm:max-lg:*:first:col-span-2 lg:grid-cols-[minmax(0,1fr)_7rem_7rem]">
        <TextField {...field('city')} autoComplete="address-level2" hint="Letters to homes use it, too." />
        <TextField {...field('state')} autoComplete="address-level1" />
        <TextField {...field('zip')} autoComplete="postal-code" />
      </div>
      <TextField
        {...field('email')}
        type="email"
        autoComplete="email"
        hint="Where residents reach the board or the manager."
      />
      <TextField {...field('phone')} type="tel" autoComplete="tel" />
    </>
  );
};
