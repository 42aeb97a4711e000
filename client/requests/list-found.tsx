import { Inbox, Plus } from 'lucide-react';
import type { Request } from '../../schema/requests.ts';
import { paths } from '../paths.ts';
import type { People } from '../screens/people.ts';
import { Found } from '../screens/result-list.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/list.tsx';
import type { useFilters } from './filters.ts';
import { ListTable } from './list-table.tsx';

type Props = {
  found: Request[];
  filtering: ReturnType<typeof useFilters>;
  people: People | null;
  /** Whether this device holds any requests. */
  cached: boolean;
};

const WORDS = { more: 'Load More', end: 'No more requests', failed: 'Failed to load requests' };

/** The first rows of what was found, with a way to more; or why there are none. */
export const FoundRequests = ({ found, filtering, people, cached }: Props) => (
  <Found
    {...filtering}
    found={found}
    cached={cached}
    words={WORDS}
    create={paths.requestCreate()}
    nothing={<Nothing {...filtering} />}
    table={(rows, footer) => <ListTable rows={rows} term={filtering.filters.search} people={people} footer={footer} />}
  />
);

const Nothing = ({ active, clear }: { active: boolean; clear: () => void }) =>
  active ? (
    <EmptyState icon={Inbox} title="No requests found" hint="Nothing matches these filters.">
      <Button onClick={clear}>Clear Filters</Button>
    </EmptyState>
  ) : (
    <EmptyState icon={Inbox} title="No requests found" hint="Report a repair, or ask the board a question.">
      <LinkButton variant="primary" icon={Plus} href={paths.requestCreate()}>
        Create Request
      </LinkButton>
    </EmptyState>
  );
