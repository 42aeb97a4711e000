import type { Account } from '../../../schema/tables/accounts.ts';
import { useStored } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { usePeople } from '../../screens/people.tsx';
import { titleOfAccount, useBooks, useMyAccounts } from '../accounts.ts';
import { EntryPathContext, useMyEntryPath } from '../entry-path.ts';
import { nextInWords, useNextCharge } from '../owed/next-charge.ts';
import AccountDetails from './account-details.tsx';
import { WhatWasPaid } from './what-was-paid.tsx';

type Props = { explains?: boolean };

/** The parts of the viewer's balance, what comes next and what was paid; each of several accounts has the rest on a screen of its
 * own. Where it `explains`, it says first what dues are. */
const MyDetails = ({ explains = false }: Props) => {
  const held = useMyAccounts();
  const isHere = useStored('entry').isComplete;
  const accounts = isHere ? held : [];
  const isOnly = accounts.length === 1;
  return (
    <EntryPathContext value={useMyEntryPath()}>
      {explains && <AboutDues accounts={accounts} />}
      {accounts.map((account) =>
        isOnly ? <Only key={account.id} account={account} /> : <OneOf key={account.id} account={account} />,
      )}
    </EntryPathContext>
  );
};

export default MyDetails;

const Only = ({ account }: { account: Account }) => {
  const today = useHoaToday();
  return <AccountDetails account={account} books={useBooks(account.id, today)} today={today} />;
};

const OneOf = ({ account }: { account: Account }) => {
  const today = useHoaToday();
  const home = titleOfAccount(usePeople(), account);
  return <WhatWasPaid books={useBooks(account.id, today)} today={today} home={home} />;
};

const AboutDues = ({ accounts }: { accounts: readonly Account[] }) => {
  const open = accounts.filter(({ status }) => status === 'open');
  return (
    <p className="num max-w-prose text-ink-2">
      Dues are what every home pays toward the things you share. Your board sets the amounts and dates.
      {open.map((account) => (
        <Next key={account.id} account={account} isOnly={open.length === 1} />
      ))}
    </p>
  );
};

const Next = ({ account, isOnly }: { account: Account; isOnly: boolean }) => {
  const today = useHoaToday();
  const people = usePeople();
  const next = useNextCharge(account, useBooks(account.id, today), today);
  if (!next) return null;
  return (
    <span className="text-ink">
      {' '}
      Next{!isOnly && ` for ${titleOfAccount(people, account)}`}: {nextInWords(next)}
    </span>
  );
};
