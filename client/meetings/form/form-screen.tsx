import { type ReactNode, useMemo } from 'react';
import { nameOf } from '../../../sync/users/entity.ts';
import { useRows } from '../../device/store.ts';
import { PlainForm } from '../../forms/actions.tsx';
import { type ConflictEdit, FieldConflict } from '../../forms/conflict.tsx';
import { ErrorAlert } from '../../forms/failure.tsx';
import { type ConflictCheck, type Update, useRecordForm } from '../../forms/record-form.ts';
import { useSubmit } from '../../forms/submit.ts';
import { TwoColumns } from '../../screens/two-columns.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DraftNote } from '../../ui/draft.tsx';
import { formatDate } from '../../ui/format.ts';
import { KIND_LABELS } from '../model.ts';
import { MeetingFields } from './form.tsx';
import { type MeetingForm, type MeetingValues, resolverFor } from './form-model.ts';
import { NoticeCard } from './form-side.tsx';

type Props = {
  draftKey: string;
  values: MeetingValues;
  zone: string;
  isKindFixed?: boolean;
  check?: ConflictCheck<MeetingValues>;
  templates?: ((form: MeetingForm) => ReactNode) | undefined;
  side?: ((form: MeetingForm) => ReactNode) | undefined;
  submit: string;
  /** True if it may also be kept as a draft. */
  asDraft: boolean;
  cancelHref: string;
  fallback: string;
  onSave: (values: MeetingValues, isDraft: boolean, changes: Update<MeetingValues>) => Promise<void>;
  onSaved: (isDraft: boolean) => void;
};

const CHANGED = 'Someone else changed this meeting. Choose which version to keep, then save again.';

/** The form behind the screens that make and change a meeting. Works without a connection. */
export const MeetingFormScreen = (props: Props) => {
  const { values, templates, side, asDraft } = props;
  const { edit, press, busy, failure, dismiss } = useMeetingForm(props);
  const { form } = edit;
  return (
    <TwoColumns side={[<NoticeCard key="notice" form={form} />, side?.(form)]}>
      <Card>
        <PlainForm onSubmit={() => press(false)}>
          <MeetingFields
            form={form}
            isKindFixed={props.isKindFixed ?? false}
            templates={templates?.(form)}
            conflict={(...fields) => <MeetingConflict values={values} fields={fields} edit={edit} />}
          />
          <ErrorAlert message={failure} onClose={dismiss} />
          <div className="flex flex-wrap items-center justify-end gap-2">
            <span className="mr-auto empty:hidden max-md:basis-full">
              <DraftNote kept={edit.kept} onDiscard={edit.discard} />
            </span>
            <LinkButton variant="ghost" href={props.cancelHref}>
              Cancel
            </LinkButton>
            {asDraft && (
              <Button disabled={busy} onClick={() => press(true)}>
                Save as Draft
              </Button>
            )}
            <Button type="submit" variant="primary" busy={busy}>
              {busy ? 'Saving…' : props.submit}
            </Button>
          </div>
        </PlainForm>
      </Card>
    </TwoColumns>
  );
};

const useMeetingForm = ({ draftKey, values, zone, check, fallback, onSave, onSaved }: Props) => {
  const resolver = useMemo(() => resolverFor(zone), [zone]);
  const edit = useRecordForm<MeetingValues>(draftKey, values, resolver, check);
  const { submit, busy, failure, dismiss, fail } = useSubmit(fallback);
  const press = (isDraft: boolean) =>
    edit.form.handleSubmit(async (typed) => {
      if (edit.conflicts.length > 0) return fail(CHANGED);
      if (!(await submit(() => onSave(typed, isDraft, edit.changes(typed))))) return;
      edit.finish();
      onSaved(isDraft);
    })();
  return { edit, press, busy, failure, dismiss };
};

type ConflictProps = {
  /** As the meeting is now. */
  values: MeetingValues;
  fields: readonly string[];
  edit: ConflictEdit;
};

/** The value of each field as others have changed it, and the choice between both. */
const MeetingConflict = ({ values, fields, edit }: ConflictProps) => {
  const shown = useShown(values);
  return fields.map((field) => <FieldConflict key={field} row={shown} fields={[field]} edit={edit} />);
};

/** Each value with the label of its field. */
const useShown = (values: MeetingValues) => {
  const users = useRows('user');
  const nameOfUser = (id: string): string => {
    const user = users.get(id);
    return user ? nameOf(user) : 'not chosen';
  };
  const shown: Partial<Record<keyof MeetingValues, string>> = {
    kind: `Type: ${KIND_LABELS[values.kind]}`,
    title: `Title: ${values.title}`,
    date: `Date: ${values.date ? formatDate(values.date) : 'not chosen'}`,
    time: `Starts at: ${values.time}`,
    end_time: `Ends at: ${values.end_time || 'not planned'}`,
    place: `Place: ${values.place || 'none'}`,
    remote_link: `Link to join online: ${values.remote_link || 'none'}`,
    purpose: `Purpose: ${values.purpose || 'none'}`,
    chair_id: `Chair: ${nameOfUser(values.chair_id)}`,
    secretary_id: `Secretary: ${nameOfUser(values.secretary_id)}`,
    executive_only: `Executive session only: ${values.executive_only ? 'yes' : 'no'}`,
    has_election: `Election of directors: ${values.has_election ? 'yes' : 'no'}`,
    exec_summary: `What residents read about the executive session: ${values.exec_summary || 'nothing'}`,
    record_date: `Record date: ${values.record_date ? formatDate(values.record_date) : 'none'}`,
  };
  return { ...shown, edits: null };
};
