import { CircleDollarSign, FolderOpen, Megaphone } from 'lucide-react';
import { paths } from '../paths.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { formatCount, formatMoney } from '../ui/format.ts';
import { useCommunity } from './figures.ts';

/** What a board does most. Dues are paid by residents, hence the button that cannot be pressed. */
export const QuickActions = () => (
  <Card title="Quick Actions">
    <div className="grid gap-2">
      <LinkButton variant="primary" icon={Megaphone} href={paths.announcementCreate()}>
        Create Announcement
      </LinkButton>
      <Button icon={CircleDollarSign} disabled title="Residents pay from their own invoices">
        Pay Monthly Dues
      </Button>
      <LinkButton icon={FolderOpen} href={paths.documents()}>
        View Documents
      </LinkButton>
    </div>
  </Card>
);

/** The HOA in four figures. */
export const Community = () => {
  const { units, occupied, boardMembers, outstanding_cents } = useCommunity();
  return (
    <Card title="Community Info">
      <dl className="grid gap-2.5">
        <Figure term="Units" value={formatCount(units)} />
        <Figure term="Occupied" value={formatCount(occupied)} />
        <Figure term="Board Members" value={formatCount(boardMembers)} />
        <Figure term="Outstanding Dues" value={formatMoney(outstanding_cents)} />
      </dl>
    </Card>
  );
};

const Figure = ({ term, value }: { term: string; value: string }) => (
  <div className="flex items-baseline justify-between gap-3">
    <dt className="text-ink-2">{term}</dt>
    <dd className="num font-[580]">{value}</dd>
  </div>
);
