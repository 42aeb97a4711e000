import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useMemo, useRef } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { useHoaToday } from '../invoices/today.ts';
import { useDraft } from '../ui/draft.tsx';
import { changesOf, formInput, type Values } from './form-values.ts';

const NOTHING: Partial<Values> = {};

/** A form over `base` whose changes are kept on the device at every keystroke, under `key`. `discard` goes back to
 * `base`; `end` forgets the draft once it is saved. */
export const useDraftedForm = (key: string, base: Values) => {
  const { value, kept, set, discard } = useDraft<Partial<Values>>(key, NOTHING);
  const form = useForm<Values>({ resolver: useResolver(base.send_date), defaultValues: { ...base, ...value } });
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
    [form, base, set, discard],
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

/** Judges what is typed but hands it on as it was typed: `argsOf` makes numbers of it. */
const useResolver = (kept: string): Resolver<Values> => {
  const today = useHoaToday();
  const latest = useRef(today);
  latest.current = today;
  return useMemo(() => {
    const input = formInput(() => latest.current, kept);
    return zodResolver(input, undefined, { raw: true }) as unknown as Resolver<Values>;
  }, [kept]);
};
