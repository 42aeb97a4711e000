import type { Violation } from '../../schema/violations.ts';
import { useAttachment } from '../screens/attachment.tsx';
import { ActivityHistory } from '../screens/history.tsx';
import { usePeople } from '../screens/people.ts';
import { PersonName } from '../screens/person.tsx';
import { Card, Facts } from '../ui/card.tsx';
import { formatDate } from '../ui/format.ts';
import { DueDate } from './due-date.tsx';

/** What stands beside a violation: what is known of it, whom it is about, who issued it, and its history. */
export const Side = ({ violation }: { violation: Violation }) => (
  <>
    <Known violation={violation} />
    <Resident violation={violation} />
    <Card title="Issued By">
      <PersonName name={violation.issued_by_name} email={violation.issued_by_email} />
    </Card>
    <ActivityHistory history={violation.history} />
  </>
);

const Known = ({ violation }: { violation: Violation }) => {
  const attachment = useAttachment('violations', violation);
  return (
    <Card className="num">
      <Facts
        entries={[
          ['Category', violation.category],
          ['Due date', <DueDate key="due" violation={violation} />],
          ['Created', formatDate(violation.created_at)],
          ['Attachment', attachment],
        ]}
      />
    </Card>
  );
};

const Resident = ({ violation }: { violation: Violation }) => {
  const people = usePeople();
  const address = people.address(violation);
  return (
    <Card title="Resident">
      <PersonName name={people.name(violation.user_id)} email={people.email(violation.user_id)} />
      {address && <span className="mt-1.5 block text-ink-2">{address}</span>}
    </Card>
  );
};
