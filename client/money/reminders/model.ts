import { useMemo } from 'react';
import { fillPlaceholders } from '../../../schema/placeholders.ts';
import type { Account } from '../../../schema/tables/accounts.ts';
import type { Reminder } from '../../../schema/tables/reminders.ts';
import { todayOf } from '../../../sync/dues/entity.ts';
import {
  type Dues,
  duesOf,
  homeInWords,
  PLAIN_REMINDER,
  placeholderValues,
  type ReminderBooks,
  type Step,
  stepReached,
  stepsOn,
} from '../../../sync/reminders/rules.ts';
import { useRows } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { usePeople } from '../../screens/people.tsx';

type Written = { subject: string; text: string };
/** A letter to one account. `reminder` is the step that it does, if any. */
export type Letter = Written & {
  account: Account;
  reminder: Reminder | null;
  names: string[];
  home: string;
  dues: Dues;
};

/** The sums that an account is reminded of today; null where nothing is due or coming. */
export const useDues = (): ((account: Account) => Dues | null) => {
  const booksOf = useReminderBooks();
  const hoa = useRows('hoa').all[0];
  const today = useHoaToday();
  return useMemo(() => {
    const dayOf = (instant: string) => todayOf(hoa, instant);
    return (account) => duesOf(booksOf(account), today, dayOf);
  }, [booksOf, hoa, today]);
};

const useReminderBooks = (): ((account: Account) => ReminderBooks) => {
  const entries = useRows('entry');
  const payments = useRows('payment');
  const disputes = useRows('dispute');
  const plans = useRows('plan');
  const reminders = useRows('reminder');
  const policies = useRows('policy').all;
  return useMemo(
    () => (account) => ({
      account,
      policies,
      entries: entries.by('account_id', account.id),
      payments: payments.by('account_id', account.id),
      disputes: disputes.by('account_id', account.id),
      plans: plans.by('account_id', account.id),
      reminders: reminders.by('account_id', account.id),
    }),
    [entries, payments, disputes, plans, reminders, policies],
  );
};

type Names = Pick<Letter, 'names' | 'home'>;

export const useWriter = (): ((step: Written, account: Account, dues: Dues) => Written & Names) => {
  const people = usePeople();
  const addresses = useRows('address');
  return useMemo(
    () => (step, account, dues) => {
      const names = account.holder_ids.map((id) => people.name(id)).filter(Boolean);
      const home = homeInWords(addresses.get(account.address_id));
      const values = placeholderValues(dues, { account, names, home, origin: location.origin });
      const fill = (text: string) => fillPlaceholders(text, values);
      return { subject: fill(step.subject), text: fill(step.text), names, home };
    },
    [people, addresses],
  );
};

/** The letters that wait to be printed, and those to the accounts of `asked`; what was paid meanwhile is left out. */
export const useLetters = (asked: readonly string[]): readonly Letter[] => {
  const accounts = useRows('account');
  const reminders = useRows('reminder').all;
  const policies = useRows('policy').all;
  const today = useHoaToday();
  const duesOfAccount = useDues();
  const write = useWriter();
  return useMemo(() => {
    const waiting = reminders.filter(({ status }) => status === 'to_print');
    const wanted = new Map(waiting.map((reminder) => [reminder.account_id, reminder]));
    const ids = asked.length > 0 ? asked : [...wanted.keys()];
    return ids.flatMap((id): Letter[] => {
      const account = accounts.get(id);
      const dues = account && duesOfAccount(account);
      if (!account || !dues || dues.days < 0) return [];
      const reminder = wanted.get(id) ?? null;
      const step = stepOf(stepsOn(policies, reminder?.remind_on ?? today), reminder, dues);
      return [{ ...write(step, account, dues), account, reminder, dues }];
    });
  }, [asked, accounts, reminders, policies, today, duesOfAccount, write]);
};

const stepOf = (steps: readonly Step[], reminder: Reminder | null, { days }: Dues): Written => {
  const ofRules = reminder && steps.find((step) => String(step.days) === reminder.step);
  const letters = steps.filter(({ channel }) => channel === 'letter');
  return ofRules ?? stepReached(letters, Math.max(1, days)) ?? letters[0] ?? PLAIN_REMINDER;
};
