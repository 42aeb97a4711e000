import type { Request } from '../../schema/requests.ts';
import { canManage } from '../../sync/requests.ts';
import { useAttachment } from '../screens/attachment.tsx';
import { ActivityHistory } from '../screens/history.tsx';
import { usePeople } from '../screens/people.ts';
import { PersonName } from '../screens/person.tsx';
import { useUser } from '../session.ts';
import { Card, Facts } from '../ui/card.tsx';
import { formatDate } from '../ui/format.ts';

/** What stands beside a request: whose it is (for the board), what is known of it, and its history. */
export const Side = ({ request }: { request: Request }) => (
  <>
    <Known request={request} />
    <ActivityHistory history={request.history} />
  </>
);

const Known = ({ request }: { request: Request }) => {
  const board = canManage(useUser());
  const people = usePeople();
  const attachment = useAttachment('requests', request);
  const deadline = request.resolution_deadline ? formatDate(request.resolution_deadline) : 'Not set';
  const whose = [
    ['Submitted By', <PersonName key="by" name={people.name(request.user_id)} email={people.email(request.user_id)} />],
    ['Address', people.address(request)],
    ['Assigned To', people.name(request.assigned_to) || 'Nobody yet'],
  ] as const;
  const known = [
    ['Created', formatDate(request.created_at)],
    ['Resolution deadline', deadline],
    ['Attachment', attachment],
  ] as const;
  return (
    <Card className="num">
      <Facts entries={board ? [...whose, ...known] : known} />
    </Card>
  );
};
