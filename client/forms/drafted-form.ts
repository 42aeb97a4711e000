import { useEffect } from 'react';
import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form';
import { useDraft } from '../ui/draft.tsx';

/** A form whose values are kept on the device at every keystroke until the record is made. */
export const useDraftedForm = <Draft extends FieldValues>(
  key: string,
  empty: Draft,
  resolver: Resolver<Draft>,
  created: boolean,
) => {
  const { value, kept, set, discard } = useDraft<Draft>(key, empty);
  const form = useForm<Draft>({ resolver, defaultValues: { ...empty, ...value } as DefaultValues<Draft> });
  useEffect(() => {
    if (created) return discard();
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => (isEmpty(values, empty) ? discard() : set(values)),
    });
  }, [form, empty, created, set, discard]);
  const reset = () => {
    form.reset(empty);
    discard();
  };
  return { form, kept, discard: reset };
};

const isEmpty = <Draft extends FieldValues>(values: Draft, empty: Draft) =>
  Object.keys(empty).every((name) => values[name] === empty[name]);
