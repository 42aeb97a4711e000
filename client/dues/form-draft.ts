import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo, useRef } from 'react';
import type { Resolver } from 'react-hook-form';
import { useHoaToday } from '../invoices/today.ts';
import { useEditedForm } from '../record/edited-form.ts';
import { changesOf, formInput, type Values } from './form-values.ts';

/** The due's form over `base`, with its draft. */
export const useDraftedForm = (key: string, base: Values) =>
  useEditedForm(key, base, useResolver(base.send_date), changesOf);

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
