import type { ReactNode } from 'react';
import { hasFeature, notIncluded, type PlanFeature } from '../../schema/plans.ts';
import { useCan } from '../device/session.ts';
import { useRows } from '../device/store.ts';
import { paths } from '../paths.ts';
import { Alert } from '../ui/alert.tsx';
import { LinkButton } from '../ui/button.tsx';

/** True where the association's plan includes it. The server decides. */
export const useHasFeature = (feature: PlanFeature): boolean => {
  const [hoa] = useRows('hoa').all;
  return hoa === undefined || hasFeature(hoa, feature);
};

/** Nothing where the plan includes it; otherwise which plan does, and what of it there still is. */
export const PlanNote = ({ feature, children }: { feature: PlanFeature; children?: ReactNode }) => {
  const manages = useCan('hoa.manage');
  if (useHasFeature(feature)) return null;
  const plans = (
    <LinkButton size="small" href={paths.planSelection()}>
      Change Plan
    </LinkButton>
  );
  return (
    <Alert tone="info" title={notIncluded(feature)} actions={manages && plans}>
      {children}
      {!manages && <p>A superadmin can change the plan.</p>}
    </Alert>
  );
};
