import type { Account } from '../../../schema/tables/accounts.ts';
import { canRecord } from '../../../sync/accounts/entity.ts';
import { useUser } from '../../device/session.ts';
import { usePeople } from '../../screens/people.tsx';
import { RecordLoader } from '../../screens/record-loader.tsx';
import { lazyPart } from '../../ui/on-demand.ts';
import { Breadcrumb } from '../../ui/page.tsx';
import { LOADER, titleOfAccount, useAccountPlace, useMyMoney } from '../accounts.ts';
import { ToDues } from '../to-dues.tsx';
import { AccountView } from './account-view.tsx';

/** /accounts/:id */
const AccountDetail = () => <RecordLoader {...LOADER}>{(account) => <AccountScreen account={account} />}</RecordLoader>;

export default AccountDetail;

const AccountScreen = ({ account }: { account: Account }) => {
  const people = usePeople();
  const board = canRecord(useUser());
  const mine = useMyMoney();
  const isMoneyScreen = useAccountPlace(account).href === mine.href;
  if (isMoneyScreen) return <ToDues />;
  return (
    <>
      <Breadcrumb entries={[board ? LOADER.list : mine, { label: titleOfAccount(people, account) }]} />
      <AccountView account={account} />
      {board && <AccountSettings account={account} />}
    </>
  );
};

const AccountSettings = lazyPart(() => import('./account-settings.tsx'));
