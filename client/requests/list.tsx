import { Download, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { canManage, list, summary } from '../../sync/requests.ts';
import { paths } from '../paths.ts';
import { usePeople } from '../screens/people.ts';
import { useUser } from '../session.ts';
import { useRows, useSync } from '../store.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { PageHeader } from '../ui/page.tsx';
import { exportRequests } from './export.ts';
import { useFilters } from './filters.ts';
import { ListFilters } from './list-filters.tsx';
import { FoundRequests } from './list-found.tsx';
import { Counts, RequestOverview } from './list-overview.tsx';

/** /requests: everything the user may see, filtered on this device. */
const Requests = () => {
  const requests = useRows('request');
  const filtering = useFilters();
  const found = useMemo(() => list(requests.all, filtering.filters), [requests, filtering.filters]);
  const board = canManage(useUser());
  const everybody = usePeople();
  const people = board ? everybody : null;
  const figures = useMemo(() => (board ? summary(requests.all) : null), [requests, board]);
  const cached = requests.size > 0;
  const known = useSync().phase === 'ready' || cached;
  return (
    <>
      <Header board={board} onExport={() => exportRequests(found, people)} />
      {figures && <Counts figures={figures} known={known} />}
      <ListFilters {...filtering} found={found.length} of={known ? requests.size : null} />
      <FoundRequests found={found} filtering={filtering} people={people} cached={cached} />
      {figures && cached && <RequestOverview {...figures} />}
    </>
  );
};

export default Requests;

const Header = ({ board, onExport }: { board: boolean; onExport: () => void }) => (
  <PageHeader
    title="Requests"
    subtitle={board ? 'Manage requests from residents' : 'View and manage your requests to the HOA'}
    actions={
      <>
        <Button icon={Download} onClick={onExport} className="max-md:[&>svg]:hidden">
          Export CSV
        </Button>
        <LinkButton variant="primary" icon={Plus} href={paths.requestCreate()}>
          Create Request
        </LinkButton>
      </>
    }
  />
);
