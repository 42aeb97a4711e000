import { CHOICES, type Choice } from '../../../schema/meetings.ts';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { CHOICE_WORDS } from '../room-words.ts';

export const NUMBERS_MISSING = 'Please enter whole numbers.';

type Numbers = Record<Choice, number>;
type Typed = Record<Choice, string>;

/** Null unless all are whole numbers; an empty field is zero. */
export const numbersIn = (typed: Typed): Numbers | null => {
  const [yes = 0, no = 0, abstain = 0] = CHOICES.map((choice) => Number(typed[choice] || 0));
  const isWhole = [yes, no, abstain].every((number) => Number.isInteger(number) && number >= 0);
  return isWhole ? { for: yes, against: no, abstain } : null;
};

export const textOf = ({ for: yes, against, abstain }: Numbers): Typed => ({
  for: String(yes),
  against: String(against),
  abstain: String(abstain),
});

/** The hands for, against and abstaining. */
export const NumbersFields = ({ values, onChange }: { values: Typed; onChange: (values: Typed) => void }) =>
  CHOICES.map((choice) => (
    <Field key={choice} label={CHOICE_WORDS[choice]} className="w-20">
      <Input
        type="number"
        inputMode="numeric"
        min={0}
        value={values[choice]}
        onChange={(event) =>
          onChange({ for: values.for, against: values.against, abstain: values.abstain, [choice]: event.target.value })
        }
      />
    </Field>
  ));
