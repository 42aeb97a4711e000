import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { AgendaItem } from '../../../schema/tables/meetings.ts';
import type { RollUnit } from '../../../schema/tables/voters.ts';
import { meetingBooks } from '../../../sync/meetings/meeting-books.ts';
import { StatusBadge as RequestStatus } from '../../community/requests/parts.tsx';
import { StatusBadge as ViolationStatus } from '../../community/violations/parts.tsx';
import { useRows } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { useBooks } from '../../money/accounts.ts';
import { paths } from '../../paths.ts';
import { usePeople } from '../../screens/people.tsx';
import { Card, Facts } from '../../ui/card.tsx';
import { formatDate, formatLabel, formatMoney } from '../../ui/format.ts';
import { RichTextLater } from '../../ui/rich-text-later.tsx';
import { useHoaTime } from '../time.ts';
import { useRoom } from './context.ts';
import { useParties } from './recusals.tsx';

const SHOWN = 5;

/** The record that the item is about. A party sees of their own case what its resident sees. */
const RecordBeside = ({ item }: { item: AgendaItem }) => {
  const { user, books } = useRoom();
  const parties = useParties(item);
  if (!item.record) return null;
  const own = books.roll.find((unit: RollUnit) => unit.user_id === user.id);
  const isParty = own !== undefined && parties.has(own.id);
  const { entity, id } = item.record;
  return (
    <Card key={`${entity}${id}`} title={TITLES[entity]}>
      {isParty && (
        <p className="mb-2 text-ochre">
          Your own case, shown as a resident sees it. The board’s full record is still on this device.
        </p>
      )}
      {entity === 'request' && <RequestRecord id={id} isParty={isParty} />}
      {entity === 'violation' && <ViolationRecord id={id} isParty={isParty} />}
      {entity === 'account' && <AccountRecord id={id} isParty={isParty} />}
      {entity === 'meeting' && <MeetingRecord id={id} />}
      {entity === 'actionItem' && <ActionItemRecord id={id} />}
      {entity === 'motion' && <MotionRecord id={id} />}
    </Card>
  );
};

export default RecordBeside;

const TITLES = {
  request: 'Request',
  violation: 'Violation',
  account: 'Account',
  meeting: 'Minutes',
  actionItem: 'Action item',
  motion: 'Earlier motion',
} as const;

const Gone = () => <p className="text-ink-2">This record no longer exists.</p>;

const Full = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} className="font-medium text-pine-text underline">
    {children}
  </Link>
);

type Party = { id: string; isParty: boolean };

const RequestRecord = ({ id, isParty }: Party) => {
  const request = useRows('request').get(id);
  const comments = useRows('requestComment').by('request_id', id);
  const people = usePeople();
  if (!request) return <Gone />;
  const messages = comments.filter(({ is_public }) => is_public || !isParty);
  return (
    <div className="grid gap-3">
      <Facts
        entries={[
          ['Title', request.title],
          ['Status', <RequestStatus key="status" status={request.status} />],
          ['Category', request.category === 'Modification' ? 'Architectural' : request.category],
          ['Resident', people.name(request.user_id)],
          ['Address', people.address(request)],
          ['Filed', formatDate(request.created_at)],
          ['Deadline', request.resolution_deadline && formatDate(request.resolution_deadline)],
          ['Notes', request.resolution_notes],
        ]}
      />
      <RichTextLater html={request.description} />
      <Messages
        messages={messages.map(({ id: of, author_name, message, created_at, is_public }) => ({
          id: of,
          name: author_name,
          message,
          at: created_at,
          isInternal: !is_public,
        }))}
      />
      {!isParty && <Full href={paths.request(id)}>Open the request</Full>}
    </div>
  );
};

const ViolationRecord = ({ id, isParty }: Party) => {
  const violation = useRows('violation').get(id);
  const rows = useRows('violationMessage').by('violation_id', id);
  const people = usePeople();
  if (!violation) return <Gone />;
  const messages = rows.filter(({ is_internal }) => !is_internal || !isParty);
  return (
    <div className="grid gap-3">
      <Facts
        entries={[
          ['Title', violation.title],
          ['Status', <ViolationStatus key="status" status={violation.status} />],
          ['Category', violation.category],
          ['Resident', people.name(violation.user_id)],
          ['Address', people.address(violation)],
          ['Due', formatDate(violation.due_date)],
        ]}
      />
      <RichTextLater html={violation.message} />
      <Messages
        messages={messages.map(({ id: of, sender_name, message, sent_at, is_internal }) => ({
          id: of,
          name: sender_name,
          message,
          at: sent_at,
          isInternal: is_internal,
        }))}
      />
      {!isParty && <Full href={paths.violation(id)}>Open the violation</Full>}
    </div>
  );
};

type Message = { id: string; name: string; message: string; at: string; isInternal: boolean };

const Messages = ({ messages }: { messages: readonly Message[] }) => {
  const latest = messages.toSorted((a, b) => (a.at < b.at ? -1 : 1)).slice(-SHOWN);
  if (latest.length === 0) return null;
  return (
    <ul className="grid gap-2">
      {latest.map(({ id, name, message, at, isInternal }) => (
        <li key={id} className="border-line border-l-2 pl-3">
          <span className="num text-ink-3 text-sm">
            {name} · {formatDate(at)}
            {isInternal && ' · Internal'}
          </span>
          <RichTextLater html={message} />
        </li>
      ))}
    </ul>
  );
};

const AccountRecord = ({ id, isParty }: Party) => {
  const account = useRows('account').get(id);
  const today = useHoaToday();
  const { fold } = useBooks(id, today);
  const people = usePeople();
  if (!account) return <Gone />;
  return (
    <div className="grid gap-3">
      <Facts
        entries={[
          ['Holders', account.holder_ids.map((holder) => people.name(holder)).join(', ')],
          ['Address', people.address(account)],
          ['Balance', <Amount key="balance" cents={fold.balance_cents} />],
          ['Overdue', <Amount key="overdue" cents={fold.overdue_cents} />],
        ]}
      />
      <ul className="num grid gap-1">
        {fold.open.slice(0, SHOWN * 2).map(({ entry, open_cents }) => (
          <li key={entry.id} className="flex justify-between gap-3">
            <span>
              {entry.memo || formatLabel(entry.kind)}
              {entry.due_on && <span className="text-ink-3 text-sm"> · due {formatDate(entry.due_on)}</span>}
            </span>
            <span>{formatMoney(open_cents)}</span>
          </li>
        ))}
      </ul>
      {!isParty && <Full href={paths.account(id)}>Open the account</Full>}
    </div>
  );
};

const Amount = ({ cents }: { cents: number }) => <span className="num">{formatMoney(cents)}</span>;

const MeetingRecord = ({ id }: { id: string }) => {
  const { day } = useHoaTime();
  const meeting = useRows('meeting').get(id);
  if (!meeting) return <Gone />;
  return (
    <p>
      {meeting.title}, {day(meeting.starts_at)}. <Full href={paths.meeting(id)}>Open its minutes</Full>
    </p>
  );
};

const ActionItemRecord = ({ id }: { id: string }) => {
  const item = useRows('actionItem').get(id);
  if (!item) return <Gone />;
  return (
    <Facts
      entries={[
        ['Title', item.title],
        ['Owner', item.owner_name],
        ['Due', item.due_on && formatDate(item.due_on)],
        ['Status', formatLabel(item.status)],
        ['Note', item.done_note],
      ]}
    />
  );
};

const MotionRecord = ({ id }: { id: string }) => {
  const { day, zone } = useHoaTime();
  const motion = useRows('motion').get(id);
  const facts = useRows('meetingFact').by('meeting_id', motion?.meeting_id ?? '');
  const meeting = useRows('meeting').get(motion?.meeting_id);
  if (!motion || !meeting) return <Gone />;
  const rows = { time_zone: zone, meeting, facts, motions: [motion], items: [], roll: [], texts: [], proxies: [] };
  const { wording, result } = meetingBooks(rows).stateOf(motion);
  return (
    <div className="grid gap-2">
      {wording && <RichTextLater html={wording.text} />}
      <p className="text-ink-2">
        {meeting.title}, {day(meeting.starts_at)}
        {result && `: ${formatLabel(result.data.outcome)}${result.data.to ? ` to ${result.data.to}` : ''}`}
      </p>
    </div>
  );
};
