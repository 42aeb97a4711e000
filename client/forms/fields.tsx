import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { type FieldPath, type FieldValues, type UseFormReturn, useController } from 'react-hook-form';
import { ChoiceGroup, Radio } from '../ui/choice.tsx';
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
}: TextProps<Values>) => (
  <Field label={label} required={required} hint={hint} error={errorOf(form, name)} {...(className && { className })}>
    <Input {...form.register(name)} {...input} />
  </Field>
);

type TextProps<Values extends FieldValues> = Common<Values> & Omit<ComponentProps<'input'>, keyof Common<Values>>;
/** Whole numbers, or any. */
type NumberMode = { mode?: 'numeric' | 'decimal' };

type Props<Values extends FieldValues> = TextProps<Values> & NumberMode;

/** A number. The form's value is the text as typed (numbers.ts). */
export const NumberField = <Values extends FieldValues>({ mode = 'numeric', className, ...props }: Props<Values>) => (
  <TextField autoComplete="off" {...props} inputMode={mode} className={clsx('num', className)} />
);

/** Dollars as typed. */
export const MoneyField = <Values extends FieldValues>(props: TextProps<Values>) => (
  <NumberField {...props} mode="decimal" />
);

type InputProps = Omit<ComponentProps<'input'>, 'onChange'> & { onChange: (text: string) => void };

/** A number outside of a form of react-hook-form. */
export const NumberInput = ({ mode = 'numeric', className, onChange, ...input }: InputProps & NumberMode) => (
  <Input
    autoComplete="off"
    {...input}
    inputMode={mode}
    className={clsx('num', className)}
    onChange={({ target }) => onChange(target.value)}
  />
);

export const MoneyInput = (props: InputProps) => <NumberInput {...props} mode="decimal" />;

type SelectFieldProps<Values extends FieldValues> = Common<Values> & { options: readonly Option[] };

export const SelectField = <Values extends FieldValues>({ options, ...props }: SelectFieldProps<Values>) => (
  <Controlled {...props}>{(control) => <Select {...control} options={options} />}</Controlled>
);

type RichTextFieldProps<Values extends FieldValues> = Common<Values> & { placeholder: string };

/** Rich text as HTML, '' when nothing is written. */
export const RichTextField = <Values extends FieldValues>({ placeholder, ...props }: RichTextFieldProps<Values>) => (
  <Controlled {...props}>{(control) => <RichTextEditor {...control} placeholder={placeholder} />}</Controlled>
);

type DateFieldProps<Values extends FieldValues> = Common<Values> & { min?: string; clear?: string };

/** A calendar date ('YYYY-MM-DD', '' for none), `min` or later. With `clear`, the label of its button, it can be taken
 * away. */
export const DateField = <Values extends FieldValues>({ min, clear, ...props }: DateFieldProps<Values>) => (
  <Controlled {...props}>
    {(control) => (
      <DatePicker
        {...control}
        {...(min && { min })}
        {...(clear && { clear: { label: clear, run: () => control.onChange('') } })}
      />
    )}
  </Controlled>
);

type RadioOption = Option & { hint?: ReactNode };

type RadioFieldProps<Values extends FieldValues> = Pick<Common<Values>, 'form' | 'name' | 'label'> & {
  options: readonly RadioOption[];
  onChoose?: (value: string) => void;
};

/** One of a few, each with its hint. */
export const RadioField = <Values extends FieldValues>({
  form,
  name,
  label,
  options,
  onChoose,
}: RadioFieldProps<Values>) => (
  <ChoiceGroup label={label} error={errorOf(form, name)}>
    {options.map((option) => (
      <Radio
        key={option.value}
        {...form.register(name, { onChange: ({ target }) => onChoose?.(target.value) })}
        {...option}
      />
    ))}
  </ChoiceGroup>
);

type Control<Value> = {
  ref: (element: { focus?: () => void } | null) => void;
  value: Value;
  onChange: (value: Value) => void;
};

/** A control that is no native input, for the field `name`. */
export const Controlled = <Values extends FieldValues, Value = string>({
  form,
  name,
  children,
  ...field
}: Common<Values> & { children: (control: Control<Value>) => ReactNode }) => {
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
