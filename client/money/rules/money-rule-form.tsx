import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useMemo } from 'react';
import { type FieldPath, type FieldValues, type Resolver, type UseFormReturn, useWatch } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import type { PolicyKind } from '../../../schema/policies.ts';
import { POLICY_SETTINGS } from '../../../schema/policy-inputs.ts';
import { save } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { DateField, TextField } from '../../forms/fields.tsx';
import { RuleForm } from '../../forms/rule-form.tsx';
import { Checkbox } from '../../ui/choice.tsx';

type RuleValues = FieldValues & { starts_on: string };

/** `settings` turns typed values into the settings of the kind, with the same names. */
type RuleParts<Values extends RuleValues> = {
  kind: PolicyKind;
  start: Values;
  settings: (values: Values) => object;
  fields: (form: UseFormReturn<Values>) => ReactNode;
  onDone: () => void;
};

/** The next row of a rule: its settings and the day it starts on. What is in force stays until then. */
export const MoneyRuleForm = <Values extends RuleValues>({
  kind,
  start,
  settings,
  fields,
  onDone,
}: RuleParts<Values>) => {
  const today = useHoaToday();
  return (
    <RuleForm
      draftKey={`rule/${kind}`}
      start={start}
      resolver={useRuleResolver(kind, settings, today)}
      write={(values) =>
        save('createPolicy', { id: uuidv7(), kind, starts_on: values.starts_on, settings: settings(values) })
      }
      fields={(form) => (
        <>
          {fields(form)}
          <div className="grid gap-4.5 md:grid-cols-2">
            <DateField
              form={form}
              name={'starts_on' as FieldPath<Values>}
              label="Starts on"
              required
              min={today}
              hint={TOO_EARLY}
            />
          </div>
        </>
      )}
      noun="Rule"
      fallback="The rule could not be saved. Please try again."
      onDone={onDone}
    />
  );
};

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

/** The law and the documents come before what is chosen here (FEE-15). */
export const LAW_FIRST = 'Limits set by state law and your documents come first.';

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
type SwitchedProps<Values extends SwitchedValues> = Omit<RuleParts<Values>, 'fields'> & {
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
  <MoneyRuleForm
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
