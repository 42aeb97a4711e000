import { type ReactNode, useMemo } from 'react';
import { messageOf } from '../../device/http.ts';
import { PlainForm } from '../../forms/actions.tsx';
import { ErrorAlert } from '../../forms/failure.tsx';
import { type ConflictCheck, type Update, useRecordForm } from '../../forms/record-form.ts';
import { useSubmit } from '../../forms/submit.ts';
import { TwoColumns } from '../../screens/two-columns.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DraftNote } from '../../ui/draft.tsx';
import { MeetingConflict } from '../conflict.tsx';
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

const CHANGED = 'This meeting was changed meanwhile. Choose what holds where both have changed it, then save again.';

/** The form behind the screens that make and change a meeting. Works without a connection. */
export const MeetingFormScreen = ({ values, zone, templates, side, asDraft, ...props }: Props) => {
  const resolver = useMemo(() => resolverFor(zone), [zone]);
  const edit = useRecordForm<MeetingValues>(props.draftKey, values, resolver, props.check);
  const { submit, busy, failure, dismiss, fail } = useSubmit((error) => messageOf(error, props.fallback));
  const { form } = edit;
  const press = (isDraft: boolean) =>
    form.handleSubmit(async (typed) => {
      if (edit.conflicts.length > 0) return fail(CHANGED);
      if (!(await submit(() => props.onSave(typed, isDraft, edit.changes(typed))))) return;
      edit.finish();
      props.onSaved(isDraft);
    })();
  return (
    <TwoColumns
      side={
        <>
          <NoticeCard form={form} />
          {side?.(form)}
        </>
      }
    >
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
              {busy ? 'Saving...' : props.submit}
            </Button>
          </div>
        </PlainForm>
      </Card>
    </TwoColumns>
  );
};
