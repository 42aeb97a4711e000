import { clsx } from 'clsx';
import { atom, useAtomValue } from 'jotai';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'wouter';
import type { AwayKind, AwayRecord } from '../../../sync/dashboard/away.ts';
import { requestsToShow, type Updates, updatesOf, violationsToShow } from '../../../sync/dashboard/home.ts';
import { type Seen, unseenByThread, useSeen } from '../../device/seen.ts';
import { useUser } from '../../device/session.ts';
import { useRows } from '../../device/store.ts';
import { useToday } from '../../device/today.ts';
import { useOpened, useSeenSince } from '../../device/visits.ts';
import { paths } from '../../paths.ts';
import { Ago } from '../../ui/ago.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { formatPlural } from '../../ui/format.ts';
import { sentenceOf } from '../away/list.tsx';
import { useChangesSince } from '../away/model.ts';
import { StatusBadge as RequestBadge } from '../requests/parts.tsx';
import { messagesSince as requestMessages } from '../requests/unread.ts';
import { DueDate, StatusBadge as ViolationBadge } from '../violations/parts.tsx';
import { messagesSince as violationMessages } from '../violations/unread.ts';

const SHOWN = 5;
const MESSAGES = { request: requestMessages, violation: violationMessages };
const NO_CHANGES: readonly AwayRecord[] = [];

/** Updates of the records of a kind: messages that were not opened, and what others did since the last visit. Opening the record
 * makes both seen. */
const useUpdates = (kind: keyof typeof MESSAGES & AwayKind): ((id: string) => Updates) => {
  const { id } = useUser();
  const seen: Seen = useSeen();
  const messages = useAtomValue(useMemo(() => atom((get) => MESSAGES[kind](get, seen.since)), [kind, seen.since]));
  const changes = useChangesSince(useSeenSince()) ?? NO_CHANGES;
  const opened = useOpened();
  return useMemo(
    () => updatesOf(kind, unseenByThread(messages, id, seen), changes, opened),
    [kind, messages, id, seen, changes, opened],
  );
};

export const MyRequests = () => {
  const rows = useRows('request').by('user_id', useUser().id);
  const updates = useUpdates('request');
  const shown = useMemo(() => requestsToShow(rows, updates), [rows, updates]);
  return (
    <Card title="My Requests" flush actions={<More href={paths.requests()}>All requests</More>}>
      {shown.length === 0 && (
        <Quiet>
          No open requests.{' '}
          <Link href={paths.requestCreate()} className="text-pine-text hover:underline">
            Report a repair or ask the board
          </Link>
        </Quiet>
      )}
      <Rows label="My requests">
        {shown.slice(0, SHOWN).map(({ row, updates }) => (
          <Row key={row.id} href={paths.request(row.id)} title={row.title} updates={updates}>
            <RequestBadge status={row.status} />
            <Ago at={row.created_at} className="num whitespace-nowrap" />
          </Row>
        ))}
      </Rows>
      {shown.length > SHOWN && <Rest>{formatPlural(shown.length - SHOWN, 'more request')}</Rest>}
    </Card>
  );
};

/** Nothing where no violation is open. */
export const MyViolations = () => {
  const rows = useRows('violation').by('user_id', useUser().id);
  const updates = useUpdates('violation');
  const today = useToday();
  const shown = useMemo(() => violationsToShow(rows, updates, today), [rows, updates, today]);
  if (shown.length === 0) return null;
  return (
    <Card title="My Violations" flush actions={<More href={paths.compliance()}>All violations</More>}>
      <Rows label="My violations">
        {shown.slice(0, SHOWN).map(({ row, updates }) => (
          <Row key={row.id} href={paths.violation(row.id)} title={row.title} updates={updates}>
            <ViolationBadge status={row.status} />
            <span>
              Due <DueDate violation={row} />
            </span>
          </Row>
        ))}
      </Rows>
      {shown.length > SHOWN && <Rest>{formatPlural(shown.length - SHOWN, 'more violation')}</Rest>}
    </Card>
  );
};

const More = ({ href, children }: { href: string; children: string }) => (
  <Link href={href} className="py-1 text-pine-text text-sm hover:underline max-md:py-3">
    {children}
  </Link>
);

const Quiet = ({ children }: { children: ReactNode }) => <p className="px-4 pt-1 pb-4 text-ink-2">{children}</p>;

const Rest = ({ children }: { children: ReactNode }) => <p className="num px-4 pb-3 text-ink-3 text-sm">{children}</p>;

const Rows = ({ label, children }: { label: string; children: readonly ReactNode[] }) =>
  children.length > 0 && (
    <ul aria-label={label} className="py-1.5">
      {children}
    </ul>
  );

type Props = { href: string; title: string; updates?: Updates; children: ReactNode };

const Row = ({ href, title, updates, children }: Props) => {
  const isNew = updates !== undefined && (updates.unread > 0 || updates.changes.length > 0);
  return (
    <li>
      <Link href={href} className="grid min-h-11 gap-1 px-4 py-2 -outline-offset-2 hover:bg-sunk/60">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className={clsx('min-w-0 [overflow-wrap:anywhere]', isNew ? 'font-[650]' : 'font-[560]')}>{title}</span>
          {isNew && (
            <Badge tone="blue">{updates.unread > 0 ? formatPlural(updates.unread, 'new message') : 'Changed'}</Badge>
          )}
        </span>
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-ink-3 text-sm">{children}</span>
        {updates?.changes[0] && <span className="text-ink-2 text-sm">{sentenceOf(updates.changes[0])}</span>}
      </Link>
    </li>
  );
};
