import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useMemo } from 'react';
import { type FieldPath, type FieldValues, type Resolver, type UseFormReturn, useWatch } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import type { PolicyKind } from '../../../schema/policies.ts';
import { POLICY_SETTINGS } from '../../../schema/policy-inputs.ts';
import { messageOf } from '../../device/http.ts';
import { save, useOnline } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { PlainForm } from '../../forms/actions.tsx';
import { ErrorAlert } from '../../forms/failure.tsx';
import { DateField, TextField } from '../../forms/fields.tsx';
import { useRecordForm } from '../../forms/record-form.ts';
import { useSubmit } from '../../forms/submit.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { DraftNote } from '../../ui/draft.tsx';
import { toast } from '../../ui/toast.tsx';
import { toNumber } from '../dues/form-model.ts';

export type RuleValues = FieldValues & { starts_on: string };

/** What the form of a kind is made of. `settings` turns what was typed into the settings of the kind, with the same names. */
export type RuleFormParts<Values extends RuleValues> = {
  kind: PolicyKind;
  start: Values;
  settings: (values: Values) => object;
  fields: (form: UseFormReturn<Values>) => ReactNode;
  save?: string;
  onDone: () => void;
};

/** The next row of a rule: its settings and the day it starts on. What is in force stays until then. */
export const RuleForm = <Values extends RuleValues>({
  kind,
  start,
  settings,
  fields,
  save: verb = 'Save Rule',
  onDone,
}: RuleFormParts<Values>) => {
  const today = useHoaToday();
  const online = useOnline();
  const record = useRecordForm<Values>(`rule/${kind}`, start, useRuleResolver(kind, settings, today));
  const { submit, busy, failure, dismiss } = useSubmit((error) => messageOf(error, FAILED));
  const press = record.form.handleSubmit(async (values) => {
    const policy = { id: uuidv7(), kind, starts_on: values.starts_on, settings: settings(values) };
    if (!(await submit(() => save('createPolicy', policy)))) return;
    record.finish();
    void toast(online ? 'Rule saved' : 'Rule saved on this device');
    onDone();
  });
  const cancel = () => {
    record.discard();
    onDone();
  };
  return (
    <PlainForm onSubmit={press}>
      {fields(record.form)}
      <div className="grid gap-4.5 md:grid-cols-2">
        <DateField
          form={record.form}
          name={'starts_on' as FieldPath<Values>}
          label="Starts on"
          required
          min={today}
          hint="A rule can start today or later."
        />
      </div>
      <ErrorAlert message={failure} onClose={dismiss} />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span className="mr-auto empty:hidden max-md:basis-full">
          <DraftNote kept={record.kept} onDiscard={record.discard} />
        </span>
        <Button variant="ghost" onClick={cancel}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? 'Saving...' : verb}
        </Button>
      </div>
    </PlainForm>
  );
};

const FAILED = 'The rule could not be saved. Please try again.';
const TOO_EARLY = 'A rule can start today or later.';

const useRuleResolver = <Values extends RuleValues>(
  kind: PolicyKind,
  settings: (values: Values) => object,
  today: string,
): Resolver<Values> =>
  useMemo(() => {
    const typed = z.pipe(
      z.transform((values: Values) => settings(values)),
      POLICY_SETTINGS[kind] as never,
    );
    const ofSettings = zodResolver(typed as never, undefined, { raw: true }) as unknown as Resolver<Values>;
    return async (values, context, options) => {
      const result = await ofSettings(values, context, options);
      if (values.starts_on >= today) return result;
      const starts_on = { type: 'custom', message: TOO_EARLY };
      return { values: {}, errors: { ...result.errors, starts_on } as never };
    };
  }, [kind, settings, today]);

/** Hundredths of what was typed: cents of dollars, basis points of percents. NaN for blank and invalid text, and for what is
 * finer than a hundredth. */
export const hundredthsOf = (text: string): number => {
  const scaled = toNumber(text) * 100;
  const whole = Math.round(scaled);
  return Math.abs(scaled - whole) < 1e-6 ? whole : Number.NaN;
};

/** Null for a field that may stay empty. */
export const hundredthsOrNull = (text: string): number | null => (text.trim() === '' ? null : hundredthsOf(text));

/** Hundredths as they are typed: "25.00", or "5" with `short`. */
export const typedHundredths = (hundredths: number | null | undefined, short = false): string => {
  if (hundredths === null || hundredths === undefined) return '';
  return short ? String(hundredths / 100) : (hundredths / 100).toFixed(2);
};

/** The law and the documents come before what is chosen here (FEE-15). */
export const LAW_FIRST = 'Limits set by state law and your documents come first.';

type AmountProps<Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  name: FieldPath<Values>;
  label: string;
  required?: boolean;
  hint?: ReactNode;
};

/** Dollars or percents as typed. */
export const NumberField = <Values extends FieldValues>({
  mode = 'decimal',
  ...props
}: AmountProps<Values> & { mode?: 'decimal' | 'numeric' }) => (
  <TextField {...props} inputMode={mode} autoComplete="off" className="num" />
);

/** Where in the documents the rule stands, in the board's own words. */
export const AuthorityField = <Values extends FieldValues & { authority: string }>({
  form,
}: {
  form: UseFormReturn<Values>;
}) => (
  <TextField
    form={form}
    name={'authority' as FieldPath<Values>}
    label="Authority"
    autoComplete="off"
    placeholder="Declaration, section 4.7"
    hint="The document and section that allow it, in your own words. Residents see it with each fee."
  />
);

type SwitchedValues = RuleValues & { enabled: boolean; authority: string };
type SwitchedProps<Values extends SwitchedValues> = Omit<RuleFormParts<Values>, 'fields' | 'save'> & {
  label: string;
  hint: string;
  /** The two fields of a rule that is on. */
  amounts: (form: UseFormReturn<Values>) => ReactNode;
};

/** A rule of two amounts that is on or off, with the authority for it. */
export const SwitchedRuleForm = <Values extends SwitchedValues>({
  label,
  hint,
  amounts,
  ...rule
}: SwitchedProps<Values>) => (
  <RuleForm
    {...rule}
    fields={(form) => (
      <>
        <Checkbox {...form.register('enabled' as FieldPath<Values>)} label={label} hint={hint} />
        <WhenOn form={form}>
          <div className="grid gap-4.5 md:grid-cols-2">{amounts(form)}</div>
          <AuthorityField form={form} />
        </WhenOn>
      </>
    )}
  />
);

/** The fields of a rule that is on. One that is off keeps what it had. */
const WhenOn = <Values extends FieldValues & { enabled: boolean }>({
  form,
  children,
}: {
  form: UseFormReturn<Values>;
  children: ReactNode;
}) => useWatch({ control: form.control, name: 'enabled' as FieldPath<Values> }) && children;
