import type { HistoryEntry, Request } from '../../schema/requests.ts';
import { canManage } from '../../sync/requests.ts';
import { useUser } from '../session.ts';
import { Card, Facts } from '../ui/card.tsx';
import { formatDate, formatDateTime, formatLabel } from '../ui/format.ts';
import { useAttachment } from './attachment.tsx';
import { usePeople } from './people.ts';

/** What stands beside a request: whose it is (for the board), what is known of it, and its history. */
export const Side = ({ request }: { request: Request }) => (
  <>
    <Known request={request} />
    {request.history.length > 0 && (
      <Card title="Activity History">
        <ol className="grid gap-2.5 text-ink-2">
          {request.history.toReversed().map((entry) => (
            <Happened key={`${entry.timestamp}${entry.action}`} entry={entry} />
          ))}
        </ol>
      </Card>
    )}
  </>
);

const Known = ({ request }: { request: Request }) => {
  const board = canManage(useUser());
  const people = usePeople();
  const attachment = useAttachment(request);
  const deadline = request.resolution_deadline ? formatDate(request.resolution_deadline) : 'Not set';
  const whose = [
    ['Submitted By', <Person key="by" name={people.name(request.user_id)} email={people.email(request.user_id)} />],
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

const Person = ({ name, email }: { name: string; email: string }) => {
  const [box, host] = email.split('@');
  return (
    <>
      {name}
      {email !== name && (
        <span className="block text-ink-3 text-sm">
          {box}
          <wbr />@{host}
        </span>
      )}
    </>
  );
};

const Happened = ({ entry }: { entry: HistoryEntry }) => (
  <li className="grid grid-cols-[0.625rem_minmax(0,1fr)] gap-2.5">
    <i aria-hidden className="mt-1.75 size-1.75 rounded-full bg-line-strong" />
    <span>
      {entry.name} <Action text={entry.action} />
      <time dateTime={entry.timestamp} className="num block text-ink-3">
        {formatDateTime(entry.timestamp)}
      </time>
    </span>
  </li>
);

/** "Set in progress" reads "set In Progress" after a name. */
const Action = ({ text }: { text: string }) => {
  const [first = '', ...rest] = text.split(' ');
  if (first !== 'Set') return `${first.toLowerCase()} ${rest.join(' ')}`;
  return (
    <>
      set <b className="font-semibold text-ink">{formatLabel(rest.join(' '))}</b>
    </>
  );
};
