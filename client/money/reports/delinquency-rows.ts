import { useMemo } from 'react';
import type { Account } from '../../../schema/tables/accounts.ts';
import type { Entry } from '../../../schema/tables/ledger.ts';
import type { Reminder } from '../../../schema/tables/reminders.ts';
import { isOnPlan } from '../../../sync/ledger/ageing.ts';
import { type Delinquency, delinquencyOf, lastPaymentOf } from '../../../sync/ledger/delinquency.ts';
import { delinquencyCells } from '../../../sync/ledger/report-csv.ts';
import { delinquencyList } from '../../../sync/ledger/report-lists.ts';
import { useRows } from '../../device/store.ts';
import { exportCsv } from '../../screens/export-csv.tsx';
import { type NamedAccount, useNamedAccounts } from '../accounts.ts';
import { openFeesOf } from '../fees/model.ts';
import { useFolds } from '../use-folds.ts';

export type DelinquentRow = NamedAccount &
  Delinquency<Entry> & { onPlan: boolean; owesFees: boolean; withAttorney: boolean; lastReminded: string | null };

/** The longest owing first. */
export const useDelinquent = (today: string): readonly DelinquentRow[] => {
  const named = useNamedAccounts();
  const reminders = useRows('reminder');
  const entries = useRows('entry');
  const folds = useFolds(today);
  return useMemo(() => {
    const rows = named.flatMap((row): DelinquentRow[] => {
      const books = folds(row.id);
      const lastPayment = () => lastPaymentOf(entries.by('account_id', row.id), today);
      const delinquency = delinquencyOf({ ...books, lastPayment }, today);
      if (!delinquency) return [];
      return [
        {
          ...row,
          ...delinquency,
          onPlan: isOnPlan(books.fold),
          owesFees: openFeesOf(row.id, books.fold).length > 0,
          withAttorney: isWithAttorney(row.account),
          lastReminded: lastReminderOf(reminders.by('account_id', row.id)),
        },
      ];
    });
    return delinquencyList.rows(rows, {});
  }, [named, entries, folds, today, reminders]);
};

const lastReminderOf = (reminders: readonly Reminder[]): string | null =>
  reminders
    .filter(({ status }) => status === 'delivered' || status === 'printed')
    .reduce<string | null>((last, { remind_on }) => (last && last > remind_on ? last : remind_on), null);

export const ATTORNEY = 'With attorney since ';

/** Said by the note; such an account gets no reminders from here. */
const isWithAttorney = ({ mail_off, note }: Account): boolean => mail_off === true && (note ?? '').includes(ATTORNEY);

export const exportDelinquent = (rows: readonly DelinquentRow[]) => {
  const [header = [], ...lines] = delinquencyCells(rows);
  return exportCsv('delinquency', header, lines);
};
