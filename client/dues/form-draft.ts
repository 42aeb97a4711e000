import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo, useState } from 'react';
import type { Resolver } from 'react-hook-form';
import type { Due } from '../../schema/dues.ts';
import { conflictsOf } from '../../sync/dues.ts';
import { versionsOf } from '../../sync/edits.ts';
import { useEditedForm } from '../forms/edited-form.ts';
import { useHoaToday } from '../invoices/today.ts';
import { argsOf, formInput, type Values } from './form-values.ts';

/** The due's form over its values, with its draft. */
export const useDraftedForm = (key: string, values: Values, due?: Due) => {
  const [kept] = useState(values.send_date);
  return useEditedForm<Values>(
    key,
    values,
    useResolver(kept),
    due && {
      versions: versionsOf(due, CHECKED),
      conflicts: (changes) => conflictsOf(due, argsOf(changes)),
    },
  );
};
const CHECKED = ['title', 'description'];

/** Judges what is typed but hands it on as it was typed: `argsOf` makes numbers of it. */
const useResolver = (kept: string): Resolver<Values> => {
  const today = useHoaToday();
  return useMemo(() => {
    const input = formInput(() => today, kept);
    return zodResolver(input, undefined, { raw: true }) as unknown as Resolver<Values>;
  }, [today, kept]);
};
