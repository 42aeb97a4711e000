import type { ReactNode } from 'react';
import type { FieldErrors, FieldValues, Resolver, UseFormReturn } from 'react-hook-form';
import { meetingRulesInput } from '../../../schema/meeting-inputs.ts';
import type { MeetingRuleSettings } from '../../../schema/meetings.ts';
import { messageOf } from '../../device/http.ts';
import { save, useOnline } from '../../device/store.ts';
import { PlainForm } from '../../forms/actions.tsx';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useRecordForm } from '../../forms/record-form.ts';
import { useSubmit } from '../../forms/submit.ts';
import { Button } from '../../ui/button.tsx';
import { DraftNote } from '../../ui/draft.tsx';
import { toast } from '../../ui/toast.tsx';
import { drafts } from '../outbox.ts';

type Props<Values extends FieldValues> = {
  section: string;
  start: Values;
  /** What was typed as settings, NaN for what is no number. */
  settings: (values: Values) => Partial<MeetingRuleSettings>;
  fields: (form: UseFormReturn<Values>) => ReactNode;
  onDone: () => void;
};

/** The form of one section of the rules; the others stay. */
export const RuleForm = <Values extends FieldValues>({ section, start, settings, fields, onDone }: Props<Values>) => {
  const online = useOnline();
  const record = useRecordForm<Values>(drafts.rules(section), start, resolverOf(settings));
  const { submit, busy, failure, fail, dismiss } = useSubmit((error) => messageOf(error, FAILED));
  const press = record.form.handleSubmit(async (values) => {
    const args = settings(values);
    const parsed = meetingRulesInput.safeParse(args);
    if (!parsed.success) return fail(parsed.error.issues[0]?.message ?? FAILED);
    if (!(await submit(() => save('setMeetingRules', args)))) return;
    record.finish();
    void toast(online ? 'Rules saved' : 'Rules saved on this device');
    onDone();
  });
  const cancel = () => {
    record.discard();
    onDone();
  };
  return (
    <PlainForm onSubmit={press}>
      {fields(record.form)}
      <ErrorAlert message={failure} onClose={dismiss} />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span className="mr-auto empty:hidden max-md:basis-full">
          <DraftNote kept={record.kept} onDiscard={record.discard} />
        </span>
        <Button variant="ghost" onClick={cancel}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? 'Saving...' : 'Save Rules'}
        </Button>
      </div>
    </PlainForm>
  );
};

const FAILED = 'The rules could not be saved. Please try again.';

/** Shows a message at the field whose name is the last part of the setting's path, where there is one. */
const resolverOf =
  <Values extends FieldValues>(settings: Props<Values>['settings']): Resolver<Values> =>
  (values) => {
    const parsed = meetingRulesInput.safeParse(settings(values));
    if (parsed.success) return { values, errors: {} };
    const named = parsed.error.issues.flatMap(({ path, message }) => {
      const names = [path.join('_'), String(path.at(-1)), String(path[0])];
      const name = names.find((one) => one in values);
      return name ? [[name, { type: 'custom', message }] as const] : [];
    });
    if (named.length === 0) return { values, errors: {} };
    return { values: {}, errors: Object.fromEntries(named) as FieldErrors<Values> };
  };

/** A whole number as typed; NaN for anything else. */
export const wholeOf = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN);
/** Null for a field that may stay empty. */
export const wholeOrNull = (text: string): number | null => (text.trim() === '' ? null : wholeOf(text));
