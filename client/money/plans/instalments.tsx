import { MoneyInput } from '../../forms/fields.tsx';
import { DatePicker } from '../../ui/date-picker.tsx';
import { Field } from '../../ui/field.tsx';

type InstalmentsProps = {
  rows: readonly { due_on: string; amount: string }[];
  today: string;
  onChange: (at: number, change: { due_on?: string; amount?: string }) => void;
};

export const Instalments = ({ rows, today, onChange }: InstalmentsProps) =>
  rows.length > 0 && (
    <fieldset>
      <legend className="mb-1.5 font-medium">Installments</legend>
      <ol className="grid gap-2 md:grid-cols-2">
        {rows.map(({ due_on, amount }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: instalments are known by their position
          <li key={at} className="num flex items-end gap-2">
            <span aria-hidden className="w-6 pb-1.5 text-right text-ink-3 text-sm">
              {at + 1}
            </span>
            <Field
              label={`Date of installment ${at + 1}`}
              className="min-w-0 flex-1 gap-0! [&>span:first-child]:sr-only"
            >
              <DatePicker value={due_on} min={today} onChange={(day) => onChange(at, { due_on: day })} />
            </Field>
            <MoneyInput
              aria-label={`Amount of installment ${at + 1}`}
              className="w-28! text-right"
              value={amount}
              onChange={(typed) => onChange(at, { amount: typed })}
            />
          </li>
        ))}
      </ol>
    </fieldset>
  );
