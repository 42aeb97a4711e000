import type { ComponentProps, ReactNode } from 'react';
import { type FieldPath, type FieldValues, type UseFormReturn, useController } from 'react-hook-form';
import { DatePicker } from '../ui/date-picker.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { RichTextEditor } from '../ui/rich-text-editor.tsx';
import { type Option, Select } from '../ui/select.tsx';

// Each field is a component: react-hook-form focuses the first invalid field in the order in which they registered.

export type Common<Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  name: FieldPath<Values>;
  label: string;
  required?: boolean;
  hint?: ReactNode;
  className?: string;
};

/** A one-line text field of the form; further props go to the input. */
export const TextField = <Values extends FieldValues>({
  form,
  name,
  label,
  required = false,
  hint,
  className,
  ...input
}: Common<Values> & Omit<ComponentProps<'input'>, keyof Common<Values>>) => (
  <Field label={label} required={required} hint={hint} error={errorOf(form, name)} {...(className && { className })}>
    <Input {...form.register(name)} {...input} />
  </Field>
);

export const SelectField = <Values extends FieldValues>({
  options,
  ...props
}: Common<Values> & { options: readonly Option[] }) => (
  <Controlled {...props}>{(control) => <Select {...control} options={options} />}</Controlled>
);

/** Rich text as HTML, '' when nothing is written. */
export const RichTextField = <Values extends FieldValues>({
  placeholder,
  ...props
}: Common<Values> & { placeholder: string }) => (
  <Controlled {...props}>{(control) => <RichTextEditor {...control} placeholder={placeholder} />}</Controlled>
);

/** A calendar date ('YYYY-MM-DD', '' for none), `min` or later. */
export const DateField = <Values extends FieldValues>({ min, ...props }: Common<Values> & { min: string }) => (
  <Controlled {...props}>{(control) => <DatePicker {...control} min={min} />}</Controlled>
);

type Control = {
  ref: (element: { focus?: () => void } | null) => void;
  value: string;
  onChange: (value: string) => void;
};

/** A control that is no native input, for the field `name`. */
export const Controlled = <Values extends FieldValues>({
  form,
  name,
  children,
  ...field
}: Common<Values> & { children: (control: Control) => ReactNode }) => {
  const {
    field: { ref, value, onChange },
  } = useController({ control: form.control, name });
  return (
    <Field {...field} error={errorOf(form, name)}>
      {children({ ref, value, onChange })}
    </Field>
  );
};

const errorOf = <Values extends FieldValues>(form: UseFormReturn<Values>, name: FieldPath<Values>) =>
  form.getFieldState(name, form.formState).error?.message;
