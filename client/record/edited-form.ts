import { useEffect, useRef } from 'react';
import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form';
import { useDraft } from '../ui/draft.tsx';

const NOTHING = {};

/** A form over `base` whose changes are kept on the device at every keystroke, under `key`. `discard` goes back to
 * `base`; `end` forgets the draft once it is saved. */
export const useEditedForm = <Values extends FieldValues>(
  key: string,
  base: Values,
  resolver: Resolver<Values>,
  changesOf: (base: Values, values: Values) => Partial<Values>,
) => {
  const { value, kept, set, discard } = useDraft<Partial<Values>>(key, NOTHING as Partial<Values>);
  const form = useForm<Values>({ resolver, defaultValues: { ...base, ...value } as DefaultValues<Values> });
  const ended = useRef(false);
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          if (ended.current) return;
          const changes = changesOf(base, values);
          if (Object.keys(changes).length > 0) set(changes);
          else discard();
        },
      }),
    [form, base, changesOf, set, discard],
  );
  return {
    form,
    kept,
    discard: () => {
      form.reset(base);
      discard();
    },
    end: () => {
      ended.current = true;
      discard();
    },
  };
};
