import { paths } from '../paths.ts';
import { usePeople } from '../screens/people.tsx';
import { RecordLoader } from '../screens/record-loader.tsx';
import { Breadcrumb } from '../ui/page.tsx';
import { AccountView } from './account-view.tsx';
import { LOADER, titleOfAccount } from './model.ts';

/** /accounts/:id */
const AccountDetail = () => {
  const people = usePeople();
  return (
    <RecordLoader {...LOADER}>
      {(account) => (
        <>
          <Breadcrumb
            entries={[{ label: 'Accounts', href: paths.accounts() }, { label: titleOfAccount(people, account) }]}
          />
          <AccountView account={account} />
        </>
      )}
    </RecordLoader>
  );
};

export default AccountDetail;
