import { useCan } from '../../device/session.ts';
import { usePeople } from '../../screens/people.tsx';
import { SkeletonRows } from '../../ui/list.tsx';
import { lazyPart } from '../../ui/on-demand.ts';
import { PageHeader } from '../../ui/page.tsx';
import { useMyAccounts } from '../accounts.ts';
import { ToDues } from '../to-dues.tsx';
import MyBalance from './my-balance.tsx';

const Pending = () => <SkeletonRows rows={3} />;
const MyDetails = lazyPart(() => import('./my-details.tsx'), Pending);

/** /account: what a member of the board owes, why, and the way to pay it. Residents have that at the top of their dues, where links
 * of mails and of before lead on. */
const MyAccount = () => (useCan('money.record') ? <OwnAccount /> : <ToDues />);

export default MyAccount;

const OwnAccount = () => {
  const people = usePeople();
  const [only, other] = useMyAccounts();
  return (
    <>
      <PageHeader title="My Account" subtitle={only && !other ? people.address(only) : undefined} />
      <MyBalance />
      <MyDetails />
    </>
  );
};
