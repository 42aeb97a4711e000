import { useMemo } from 'react';
import { Link } from 'wouter';
import type { Account } from '../../../schema/tables/accounts.ts';
import { save, useRows } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { changeNow } from '../../forms/change-now.ts';
import { paths } from '../../paths.ts';
import { usePeople } from '../../screens/people.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatMoney } from '../../ui/format.ts';
import { holdersOf } from '../accounts.ts';
import { useFolds } from '../use-folds.ts';

type Props = { open: boolean; onClose: () => void };

/** Homes with several open accounts: their people are billed separately until the accounts are joined. */
const SharedHomes = ({ open, onClose }: Props) => {
  const homes = useSharedHomes();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Shared Homes"
      subtitle="People at these homes are billed separately. Join their accounts to bill the home once."
      wide
    >
      {homes.length === 0 && <p className="text-ink-2">Every home has one account.</p>}
      <ul>
        {homes.map((accounts) => (
          <Home key={accounts[0]!.address_id} accounts={accounts} onClose={onClose} />
        ))}
      </ul>
    </Dialog>
  );
};

export default SharedHomes;

const useSharedHomes = (): Account[][] => {
  const accounts = useRows('account').all;
  return useMemo(() => {
    const open = accounts.filter(({ status, address_id }) => status === 'open' && address_id !== null);
    const homes = [...Map.groupBy(open, ({ address_id }) => address_id).values()];
    return homes.filter(({ length }) => length > 1).map((home) => home.sort((a, b) => (a.id < b.id ? -1 : 1)));
  }, [accounts]);
};

const Home = ({ accounts, onClose }: { accounts: readonly Account[]; onClose: () => void }) => {
  const people = usePeople();
  const folds = useFolds(useHoaToday());
  const balanceOf = ({ id }: Account) => folds(id).fold.balance_cents;
  // A holder who owes or has credit keeps the account, because only one without a balance can be closed.
  const [kept, ...others] = [...accounts].sort((a, b) => Math.abs(balanceOf(b)) - Math.abs(balanceOf(a)));
  if (!kept) return null;
  const join = (other: Account) =>
    changeNow({
      write: async () => {
        for (const user_id of other.holder_ids) await save('joinAccount', { id: kept.id, user_id });
      },
      said: 'Accounts joined',
      fallback: 'The accounts could not be joined. Please try again.',
    });
  return (
    <li className="grid gap-1.5 border-line border-t py-3">
      <b className="font-[590]">{people.address(kept)}</b>
      {[kept, ...others].map((account) => (
        <span key={account.id} className="num flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <Link href={paths.account(account.id)} onClick={onClose} className="text-ink hover:underline">
            {holdersOf(people, account)}
          </Link>
          <span className="flex items-center gap-3 text-ink-2">
            {formatMoney(balanceOf(account))}
            {account !== kept && (
              <Button size="small" onClick={() => void join(account)}>
                Join to {people.name(kept.holder_ids[0] ?? null)}
              </Button>
            )}
          </span>
        </span>
      ))}
    </li>
  );
};
