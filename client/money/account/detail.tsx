import { canRecord } from '../../../sync/accounts/entity.ts';
import { useUser } from '../../device/session.ts';
import { paths } from '../../paths.ts';
import { usePeople } from '../../screens/people.tsx';
import { RecordLoader } from '../../screens/record-loader.tsx';
import { lazyPart } from '../../ui/on-demand.ts';
import { Breadcrumb } from '../../ui/page.tsx';
import { LOADER, titleOfAccount } from '../accounts.ts';
import { AccountView } from './account-view.tsx';

/** /accounts/:id */
const AccountDetail = () => {
  const people = usePeople();
  const board = canRecord(useUser());
  return (
    <RecordLoader {...LOADER}>
      {(account) => (
        <>
          <Breadcrumb
            entries={[
              board ? LOADER.list : { label: 'My Account', href: paths.myAccount() },
              { label: titleOfAccount(people, account) },
            ]}
          />
          <AccountView account={account} />
          {board && <AccountSettings account={account} />}
        </>
      )}
    </RecordLoader>
  );
};

export default AccountDetail;

const AccountSettings = lazyPart(() => import('./account-settings.tsx'));
