import type { Placeholder } from '../../schema/placeholders.ts';
import type { Account } from '../../schema/tables/accounts.ts';
import type { Address } from '../../schema/tables/addresses.ts';
import { dayInWords, listInWords, moneyInWords } from '../words.ts';
import type { Dues, Step } from './reminders.ts';

/** "1 Main St, Unit 4". */
export const homeInWords = (address: Pick<Address, 'street' | 'unit_number'> | undefined): string =>
  address ? [address.street, address.unit_number && `Unit ${address.unit_number}`].filter(Boolean).join(', ') : '';

/** What stands for the placeholders of a reminder. `names` are those of the holders, `origin` is the address of the app. */
export const placeholderValues = (
  { due_on, days, due_cents, fees_cents }: Omit<Dues, 'charge'>,
  given: { account: Pick<Account, 'id'>; names: readonly string[]; home: string; origin: string },
): Record<Placeholder, string> => ({
  name: listInWords(given.names),
  home: given.home || 'your home',
  due_now: moneyInWords(due_cents),
  oldest_due: dayInWords(due_on),
  days: String(Math.max(0, days)),
  fees: moneyInWords(fees_cents),
  pay_link: `${given.origin}/account`,
  statement_link: `${given.origin}/accounts/${given.account.id}/statement`,
});

/** The words of a reminder by hand where the rules have none. */
export const PLAIN_REMINDER: Pick<Step, 'subject' | 'text'> = {
  subject: 'A reminder of what is due',
  text: `Dear {name},

{due_now} for {home} is unpaid, the oldest part since {oldest_due}.

Pay online: {pay_link}
Everything in detail: {statement_link}

If you have paid in the meantime, thank you: nothing more is needed.`,
};
