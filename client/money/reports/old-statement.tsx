import { Redirect } from 'wouter';
import { useSearchParams } from '../../device/location.ts';
import { useSync } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { SkeletonRows } from '../../ui/list.tsx';
import { useMyAccounts, useMyMoney } from '../accounts.ts';

/** /dues/statement, as links of before have it: the statement of the viewer's account. */
const OldStatement = () => {
  const [account] = useMyAccounts();
  const mine = useMyMoney();
  const params = useSearchParams();
  const { phase } = useSync();
  if (account) return <Redirect to={`${paths.accountStatement(account.id)}?${params}`} replace />;
  return phase === 'first' ? <SkeletonRows rows={4} /> : <Redirect to={mine.href} replace />;
};

export default OldStatement;
