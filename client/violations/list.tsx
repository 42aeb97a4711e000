import { Plus } from 'lucide-react';
import { useMemo } from 'react';
import { canManage, list, summary } from '../../sync/violations.ts';
import { paths } from '../paths.ts';
import { useUser } from '../session.ts';
import { useRows, useSync } from '../store.ts';
import { LinkButton } from '../ui/button.tsx';
import { PageHeader } from '../ui/page.tsx';
import { Banner } from './banner.tsx';
import { useFilters } from './filters.ts';
import { ListFilters } from './list-filters.tsx';
import { FoundViolations } from './list-found.tsx';
import { Counts, ViolationOverview } from './list-overview.tsx';

/** /compliance and /violations: every violation the user may see, filtered on this device. */
const Violations = () => {
  const violations = useRows('violation');
  const filtering = useFilters();
  const found = useMemo(() => list(violations.all, filtering.filters), [violations, filtering.filters]);
  const figures = useMemo(() => summary(violations.all), [violations]);
  const board = canManage(useUser());
  const cached = violations.size > 0;
  const known = useSync().phase === 'ready' || cached;
  return (
    <>
      <Header board={board} />
      <Banner />
      <Counts figures={figures} known={known} />
      <ListFilters {...filtering} found={found.length} of={known ? violations.size : null} />
      <FoundViolations found={found} filtering={filtering} board={board} cached={cached} />
      {cached && <ViolationOverview {...figures} />}
    </>
  );
};

export default Violations;

const Header = ({ board }: { board: boolean }) => (
  <PageHeader
    title="Compliance"
    subtitle={
      board ? 'Violations of the rules, and how they are settled' : 'Violations issued to you, and how they are settled'
    }
    actions={
      board && (
        <LinkButton variant="primary" icon={Plus} href={paths.violationCreate()}>
          Create Violation
        </LinkButton>
      )
    }
  />
);
