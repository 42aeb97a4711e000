import { type ReactNode, useMemo } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { bodyOf, MEETING_KINDS, type MeetingKind } from '../../../schema/meetings.ts';
import { TEMPLATE_OF, templatesOf } from '../../../sync/meetings/agenda/templates.ts';
import { nameOf } from '../../../sync/users/entity.ts';
import { Controlled, SelectField, TextField } from '../../forms/fields.tsx';
import { PeoplePicker } from '../../forms/people-pickers.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { DatePicker } from '../../ui/date-picker.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/input.tsx';
import { MultiSelect, Select } from '../../ui/select.tsx';
import { KIND_LABELS } from '../model.ts';
import { useBoard, useSettings } from '../people.ts';
import type { MeetingForm, MeetingValues } from './form-model.ts';

const KINDS = MEETING_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }));
const NOBODY = { value: '', label: 'Not chosen yet' };

type Props = { form: MeetingForm };

type FieldsProps = Props & {
  isKindFixed?: boolean;
  templates?: ReactNode;
  /** Shown below fields that others have changed too. */
  conflict: (...fields: (keyof MeetingValues)[]) => ReactNode;
};

/** All fields of a meeting. The kind of a scheduled meeting and the template of one that exists are fixed. */
export const MeetingFields = ({ form, isKindFixed = false, templates, conflict }: FieldsProps) => {
  const kind = useWatch({ control: form.control, name: 'kind' });
  const member = bodyOf(kind) === 'member';
  return (
    <>
      <div className="grid gap-4.5 md:grid-cols-2">
        <KindField form={form} disabled={isKindFixed} />
        <TextField form={form} name="title" label="Title" required placeholder="Board meeting" />
      </div>
      {conflict('kind', 'title')}
      {kind.endsWith('special') && (
        <TextArea
          form={form}
          name="purpose"
          label="Purpose"
          hint="A special meeting can only act on what it was called for."
        />
      )}
      {conflict('purpose')}
      <Times form={form} />
      {conflict('date', 'time', 'end_time')}
      <div className="grid gap-4.5 md:grid-cols-2">
        <TextField form={form} name="place" label="Place" placeholder="Clubhouse, 1 Willow Way" />
        <TextField form={form} name="remote_link" label="Link to join online" inputMode="url" placeholder="https://" />
      </div>
      {conflict('place', 'remote_link')}
      <People form={form} />
      {conflict('chair_id', 'secretary_id')}
      {templates}
      {member ? <MemberFields form={form} /> : <BoardFields form={form} />}
      {conflict('executive_only', 'exec_summary', 'has_election', 'record_date')}
    </>
  );
};

const KindField = ({ form, disabled }: Props & { disabled: boolean }) => {
  const choose = (kind: MeetingKind) => {
    const before = form.getValues();
    form.setValue('kind', kind, { shouldDirty: true });
    if (before.title === '' || before.title === KIND_LABELS[before.kind]) form.setValue('title', KIND_LABELS[kind]);
    if (before.template !== '') form.setValue('template', TEMPLATE_OF[kind]);
  };
  return (
    <Field label="Type" required {...(disabled && { hint: 'You can’t change the type after scheduling.' })}>
      <Controller
        control={form.control}
        name="kind"
        render={({ field: { ref, value } }) => (
          <Select ref={ref} value={value} onChange={choose} options={KINDS} disabled={disabled} />
        )}
      />
    </Field>
  );
};

const Times = ({ form }: Props) => (
  <div className="grid grid-cols-[repeat(auto-fit,minmax(8.25rem,1fr))] gap-4.5 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
    <div className="max-md:col-span-full">
      <Controlled form={form} name="date" label="Date" required>
        {(control) => <DatePicker {...control} />}
      </Controlled>
    </div>
    <TextField form={form} name="time" label="Starts at" required type="time" className="num" />
    <TextField form={form} name="end_time" label="Ends at" type="time" className="num" hint="Optional" />
  </div>
);

const People = ({ form }: Props) => {
  const board = useBoard();
  const people = useMemo(() => [NOBODY, ...board.map((user) => ({ value: user.id, label: nameOf(user) }))], [board]);
  const choices = useMemo(
    () => board.map((user) => ({ id: user.id, name: user.name ?? '', email: user.email })),
    [board],
  );
  return (
    <>
      <div className="grid gap-4.5 md:grid-cols-2">
        <SelectField form={form} name="chair_id" label="Chair" options={people} />
        <SelectField form={form} name="secretary_id" label="Secretary" options={people} />
      </div>
      <Field
        label="Desk team"
        hint="They can record this meeting, and keep access for 14 days afterward even if they leave the board."
      >
        <Controller
          control={form.control}
          name="desk_ids"
          render={({ field: { ref, value, onChange } }) => (
            <PeoplePicker ref={ref} people={choices} values={value} onChange={onChange} />
          )}
        />
      </Field>
    </>
  );
};

const BoardFields = ({ form }: Props) => (
  <>
    <Checkbox
      {...form.register('executive_only')}
      label="Executive session only"
      hint="Residents never see this meeting, and the notice goes to the board."
    />
    <TextArea
      form={form}
      name="exec_summary"
      label="What residents read about the executive session"
      hint="In general terms, such as “legal matters and a delinquent account”."
    />
  </>
);

const MemberFields = ({ form }: Props) => {
  const board = useBoard();
  const chosen = useWatch({ control: form.control, name: 'proxy_officers' });
  const names = [...new Set([...board.map(nameOf), ...chosen])];
  return (
    <>
      <Checkbox
        {...form.register('has_election')}
        label="Election of directors"
        hint="An election needs earlier notice."
      />
      <div className="grid gap-4.5 md:grid-cols-2">
        <Field label="Officers offered as proxy holders" hint="Owners may also name anyone else.">
          <Controller
            control={form.control}
            name="proxy_officers"
            render={({ field: { ref, value, onChange } }) => (
              <MultiSelect
                ref={ref}
                values={value}
                onChange={onChange}
                options={names.map((name) => ({ value: name, label: name }))}
                placeholder="None"
              />
            )}
          />
        </Field>
        <Controlled form={form} name="record_date" label="Record date" hint="Owners on this date may vote.">
          {(control) => (
            <DatePicker {...control} clear={{ label: 'Clear the record date', run: () => control.onChange('') }} />
          )}
        </Controlled>
      </div>
    </>
  );
};

const TextArea = ({
  form,
  name,
  label,
  hint,
}: Props & { name: 'purpose' | 'exec_summary'; label: string; hint: string }) => (
  <Field label={label} hint={hint} error={form.formState.errors[name]?.message}>
    <Textarea {...form.register(name)} rows={2} />
  </Field>
);

/** Which template the agenda starts from. */
export const TemplateField = ({ form }: Props) => {
  const settings = useSettings();
  const kind = useWatch({ control: form.control, name: 'kind' });
  const options = templatesOf(settings)
    .filter(({ body }) => body === bodyOf(kind))
    .map(({ id, name }) => ({ value: id, label: name }));
  return (
    <SelectField
      form={form}
      name={'template' satisfies keyof MeetingValues}
      label="Agenda"
      options={[...options, { value: '', label: 'Empty agenda' }]}
      hint="You can change every item later."
    />
  );
};
