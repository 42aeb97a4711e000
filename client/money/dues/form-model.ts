import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo, useState } from 'react';
import type { Resolver } from 'react-hook-form';
import type { Due } from '../../../schema/tables/dues.ts';
import { conflictsOf } from '../../../sync/dues/entity.ts';
import { versionsOf } from '../../../sync/versions.ts';
import { useHoaToday } from '../../device/today.ts';
import { useRecordForm } from '../../forms/record-form.ts';
import { argsOf, type DueValues, dueFormInput } from './form-values.ts';

export const useDueForm = (key: string, values: DueValues, due?: Due) => {
  const [savedSendDate] = useState(values.send_date);
  return useRecordForm<DueValues>(
    key,
    values,
    useResolver(savedSendDate),
    due && {
      versions: versionsOf(due, GUARDED_FIELDS),
      conflicts: (changes) => conflictsOf(due, argsOf(changes)),
    },
  );
};
const GUARDED_FIELDS = ['title', 'description', 'recipient_rule'];

/** Validates the text but keeps it as typed: `argsOf` converts it. */
const useResolver = (savedSendDate: string): Resolver<DueValues> => {
  const today = useHoaToday();
  return useMemo(() => {
    const input = dueFormInput(today, savedSendDate);
    return zodResolver(input, undefined, { raw: true }) as unknown as Resolver<DueValues>;
  }, [today, savedSendDate]);
};
