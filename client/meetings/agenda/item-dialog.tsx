import { useState } from 'react';
import { type Resolver, type UseFormReturn, useWatch } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import { agendaItemInput } from '../../../schema/meeting-inputs.ts';
import type { RecordAction } from '../../../schema/meetings.ts';
import { REQUEST_STATUSES } from '../../../schema/requests.ts';
import type { AgendaItem, Meeting } from '../../../schema/tables/meetings.ts';
import { VIOLATION_STATUSES } from '../../../schema/violations.ts';
import { save } from '../../device/store.ts';
import { DialogActions, PlainForm } from '../../forms/actions.tsx';
import { ErrorAlert } from '../../forms/failure.tsx';
import { RichTextField, SelectField, TextField } from '../../forms/fields.tsx';
import { useSaveForm } from '../../forms/save-form.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DraftNote } from '../../ui/draft.tsx';
import { formatLabel } from '../../ui/format.ts';
import { sanitize } from '../../ui/rich-text.tsx';
import { trueNow } from '../clock.ts';
import { drafts } from '../outbox.ts';
import { PapersField } from './papers-field.tsx';

type Values = {
  title: string;
  minutes: string;
  presenter: string;
  description: string;
  proposal: string;
  /** Ids of documents. */
  papers: string[];
  executive: boolean;
  consent: boolean;
  /** Statuses of the linked record; '' leaves it as it is. */
  adopted: string;
  failed: string;
};

const EMPTY: Values = {
  title: '',
  minutes: '',
  presenter: '',
  description: '',
  proposal: '',
  papers: [],
  executive: false,
  consent: false,
  adopted: '',
  failed: '',
};

const valuesOf = (item: AgendaItem): Values => ({
  title: item.title,
  minutes: item.minutes === null ? '' : String(item.minutes),
  presenter: item.presenter ?? '',
  description: item.description,
  proposal: item.proposal,
  papers: item.papers?.map(({ document_id }) => document_id) ?? [],
  executive: item.executive,
  consent: item.consent,
  adopted: item.on_adopt?.[0]?.status ?? '',
  failed: item.on_fail?.[0]?.status ?? '',
});

const argsOf = (values: Values, item: AgendaItem | null) => ({
  title: values.title,
  minutes: values.minutes.trim() === '' ? null : Number(values.minutes),
  presenter: values.presenter,
  description: sanitize(values.description),
  proposal: sanitize(values.proposal),
  papers: values.papers ?? [],
  executive: values.executive,
  consent: values.consent,
  ...(item && isActedOn(item) && { on_adopt: actionOf(item, values.adopted), on_fail: actionOf(item, values.failed) }),
});

const isActedOn = ({ record }: AgendaItem) => record?.entity === 'request' || record?.entity === 'violation';

const actionOf = ({ record }: AgendaItem, status: string): RecordAction[] | null =>
  record && status ? [{ entity: record.entity as 'request' | 'violation', id: record.id, status }] : null;

const SOME_ID = '00000000-0000-7000-8000-000000000000';
const resolver: Resolver<Values> = (values) => {
  const parsed = agendaItemInput.safeParse({ ...argsOf(values, null), id: SOME_ID, meeting_id: SOME_ID });
  if (parsed.success) return { values, errors: {} };
  const errors = parsed.error.issues.map(({ path, message }) => [path[0], { type: 'custom', message }] as const);
  return { values: {}, errors: Object.fromEntries(errors) };
};

type Props = {
  meeting: Meeting;
  item: AgendaItem | null;
  /** The place of a new one. */
  after: { after_id?: string };
  onClose: () => void;
};

/** The fields of an agenda item, new where `item` is null. */
const ItemDialog = (props: Props) => {
  const { meeting, item, onClose } = props;
  const { form, kept, discard, busy, failure, dismiss, save: press } = useItemForm(props);
  return (
    <Dialog
      open
      onClose={onClose}
      title={item ? 'Edit Item' : 'Add Item'}
      wide
      footer={
        <DialogActions
          note={<DraftNote kept={kept} onDiscard={discard} />}
          form="agenda-item"
          onCancel={onClose}
          submit={item ? 'Save Item' : 'Add Item'}
          busy={busy}
        />
      }
    >
      <PlainForm id="agenda-item" onSubmit={press}>
        <WordFields form={form} />
        <ItemPapers form={form} />
        {item && isActedOn(item) && <ActionFields form={form} item={item} />}
        <Checkbox
          {...form.register('executive')}
          label="Executive"
          hint="Discussed without residents. They never see it."
        />
        {meeting.noticed && !item?.executive && <ClosedAfterNotice form={form} />}
        <Checkbox
          {...form.register('consent')}
          label="Consent agenda"
          hint="Adopted with other routine items by one motion, unless a director pulls it."
        />
        <ErrorAlert message={failure} onClose={dismiss} />
      </PlainForm>
    </Dialog>
  );
};

export default ItemDialog;

const useItemForm = ({ meeting, item, after, onClose }: Props) => {
  const [id] = useState(() => item?.id ?? uuidv7());
  return useSaveForm<Values>({
    draftKey: item ? drafts.item(item.id) : drafts.newItem(meeting.id),
    values: item ? valuesOf(item) : EMPTY,
    resolver,
    write: (values) =>
      item
        ? save('updateAgendaItem', { id, ...changed(argsOf(values, item), argsOf(valuesOf(item), item)) })
        : save('addAgendaItem', { id, meeting_id: meeting.id, at: trueNow(), ...argsOf(values, item), ...after }),
    said: item ? 'Item saved' : 'Item added to the agenda',
    onSaved: onClose,
    fallback: 'The item could not be saved. Please try again.',
  });
};

const changed = <Args extends object>(now: Args, before: Args): Partial<Args> =>
  Object.fromEntries(
    Object.entries(now).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Args] ?? null),
    ),
  ) as Partial<Args>;

type FormProps = { form: UseFormReturn<Values> };

const WordFields = ({ form }: FormProps) => (
  <>
    <TextField form={form} name="title" label="Title" required placeholder="Repaving of Willow Way" />
    <div className="grid gap-4.5 md:grid-cols-2">
      <TextField form={form} name="minutes" label="Planned minutes" inputMode="numeric" className="num" />
      <TextField form={form} name="presenter" label="Presenter" />
    </div>
    <RichTextField form={form} name="description" label="Description" placeholder="What it is about" />
    <RichTextField
      form={form}
      name="proposal"
      label="Proposal"
      hint="The wording to vote on. The motion starts with it."
      placeholder="That the board approve…"
    />
  </>
);

const ItemPapers = ({ form }: FormProps) => (
  <PapersField
    papers={useWatch({ control: form.control, name: 'papers' }) ?? []}
    onChange={(papers) => form.setValue('papers', papers, { shouldDirty: true })}
  />
);

const ClosedAfterNotice = ({ form }: FormProps) =>
  useWatch({ control: form.control, name: 'executive' }) && (
    <Alert tone="info">Residents may already have read this item.</Alert>
  );

/** The effect of adopting or failing the motion on the linked record. */
const ActionFields = ({ form, item }: FormProps & { item: AgendaItem }) => {
  const statuses = item.record?.entity === 'request' ? REQUEST_STATUSES : VIOLATION_STATUSES;
  const options = [
    { value: '', label: 'Leave unchanged' },
    ...statuses.map((value) => ({ value, label: formatLabel(value) })),
  ];
  return (
    <div className="grid gap-4.5 md:grid-cols-2">
      <SelectField form={form} name="adopted" label="If adopted, the record becomes" options={options} />
      <SelectField form={form} name="failed" label="If it fails, the record becomes" options={options} />
    </div>
  );
};
