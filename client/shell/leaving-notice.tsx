import { Link } from 'wouter';
import { removalDate } from '../../schema/hoas.ts';
import { useCan } from '../device/session.ts';
import { useRows } from '../device/store.ts';
import { paths } from '../paths.ts';
import { Alert } from '../ui/alert.tsx';
import { formatDateLong } from '../ui/format.ts';

const LeavingNotice = () => {
  const [hoa] = useRows('hoa').all;
  const manages = useCan('hoa.manage');
  if (!hoa?.leaving_at) return null;
  return (
    <Alert tone="error" title={`${hoa.name} is leaving Porchlight`}>
      Everything will be deleted on {formatDateLong(removalDate(hoa.leaving_at))}. You can keep working until then.
      Please save what you need.{' '}
      {manages && (
        <Link href={paths.settings()} className="inline-block font-semibold underline underline-offset-3">
          Keep the association
        </Link>
      )}
    </Alert>
  );
};
export default LeavingNotice;
