import type { ReactNode } from 'react';
import type { FieldErrors, FieldValues, Resolver, UseFormReturn } from 'react-hook-form';
import { meetingRulesInput } from '../../../schema/meeting-inputs.ts';
import type { MeetingRuleSettings } from '../../../schema/meetings.ts';
import { save } from '../../device/store.ts';
import { RuleForm } from '../../forms/rule-form.tsx';
import { drafts } from '../outbox.ts';

type Props<Values extends FieldValues> = {
  section: string;
  start: Values;
  /** The typed values as settings, NaN for what is no number. */
  settings: (values: Values) => Partial<MeetingRuleSettings>;
  fields: (form: UseFormReturn<Values>) => ReactNode;
  onDone: () => void;
};

/** The form of one section of the rules; the others stay. */
export const MeetingRuleForm = <Values extends FieldValues>({
  section,
  start,
  settings,
  fields,
  onDone,
}: Props<Values>) => (
  <RuleForm
    draftKey={drafts.rules(section)}
    start={start}
    resolver={resolverOf(settings)}
    write={(values) => save('setMeetingRules', settings(values))}
    fields={fields}
    noun="Rules"
    fallback="The rules could not be saved. Please try again."
    onDone={onDone}
  />
);

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
