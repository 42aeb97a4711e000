import { useMemo } from 'react';
import type { Account } from '../../../schema/tables/accounts.ts';
import type { Entry } from '../../../schema/tables/ledger.ts';
import { accountText } from '../../../sync/accounts/entity.ts';
import { isOnPlan } from '../../../sync/ledger/ageing.ts';
import { type Delinquency, delinquencyOf, lastPaymentOf } from '../../../sync/ledger/delinquency.ts';
import { delinquencyCells } from '../../../sync/ledger/report-csv.ts';
import { useRows } from '../../device/store.ts';
import { exportCsv } from '../../screens/export-csv.tsx';
import { usePeople } from '../../screens/people.tsx';
import { holdersOf } from '../account/model.ts';
import { useFolds } from '../account/use-folds.ts';
import { openFeesOf } from '../fees/model.ts';

export type DelinquentRow = Delinquency<Entry> & {
  account: Account;
  home: string;
  holders: string;
  status: Account['status'];
  onPlan: boolean;
  owesFees: boolean;
  withAttorney: boolean;
  lastReminded: string | null;
  text: string;
};

/** The longest owing first. */
export const useDelinquent = (today: string): readonly DelinquentRow[] => {
  const accounts = useRows('account').all;
  const reminders = useRows('reminder');
  const entries = useRows('entry');
  const people = usePeople();
  const folds = useFolds(today);
  return useMemo(
    () =>
      accounts
        .flatMap((account): DelinquentRow[] => {
          const books = folds(account.id);
          const lastPayment = () => lastPaymentOf(entries.by('account_id', account.id), today);
          const delinquency = delinquencyOf({ ...books, lastPayment }, today);
          if (!delinquency) return [];
          const [home, holders] = [people.address(account), holdersOf(people, account)];
          const emails = account.holder_ids.map((id) => people.email(id));
          return [
            {
              ...delinquency,
              ...{ account, home, holders, status: account.status },
              onPlan: isOnPlan(books.fold),
              owesFees: openFeesOf(account.id, books.fold).length > 0,
              withAttorney: isWithAttorney(account),
              lastReminded: reminders
                .by('account_id', account.id)
                .filter(({ status }) => status === 'delivered' || status === 'printed')
                .reduce<string | null>((last, { remind_on }) => (last && last > remind_on ? last : remind_on), null),
              text: accountText({ home, holders, emails }),
            },
          ];
        })
        .sort((a, b) => (a.oldest_due_on < b.oldest_due_on ? -1 : 1)),
    [accounts, entries, people, folds, today, reminders],
  );
};

export const ATTORNEY = 'With attorney since ';

/** Said by the note; such an account gets no reminders from here. */
const isWithAttorney = ({ mail_off, note }: Account): boolean => mail_off === true && (note ?? '').includes(ATTORNEY);

export const exportDelinquent = (rows: readonly DelinquentRow[]) => {
  const [header, ...lines] = delinquencyCells(rows);
  return exportCsv('delinquency', header!, lines);
};
