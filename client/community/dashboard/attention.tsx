import { useSetAtom } from 'jotai';
import {
  ChevronRight,
  CircleCheck,
  FileClock,
  Inbox,
  type LucideIcon,
  MailWarning,
  ReceiptText,
  Scale,
  ShieldAlert,
  Undo2,
  WalletCards,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { needsAttentionPath } from '../../account/failed-jobs/model.ts';
import { paths } from '../../paths.ts';
import { outboxOpenAtom } from '../../shell/sync-status.tsx';
import { Card } from '../../ui/card.tsx';
import { formatCount, formatPlural } from '../../ui/format.ts';
import { listPath as requestsPath } from '../requests/model.ts';
import { listPath as violationsPath } from '../violations/model.ts';
import type { AttentionKind, AttentionLine } from './attention-lines.ts';
import { ageOf } from './labels.ts';

type Words = {
  icon: LucideIcon;
  text(count: number): string;
  /** An age, as "3 days". */
  since?(age: string): string;
  /** A line without an address opens the outbox. */
  href?: string;
};

const WORDS: Record<AttentionKind, Words> = {
  refused: {
    icon: Undo2,
    text: (count) => `${formatCount(count)} of your changes ${count === 1 ? 'was' : 'were'} not accepted`,
  },
  stopped: { icon: WalletCards, text: () => 'Residents can’t pay online right now', href: paths.needsAttention() },
  disputes: {
    icon: Scale,
    text: (count) => `${formatPlural(count, 'payment')} ${count === 1 ? 'is' : 'are'} disputed`,
    since: (age) => `Oldest: ${age} ago`,
    href: needsAttentionPath('payments'),
  },
  payments: {
    icon: ReceiptText,
    text: (count) => `${formatPlural(count, 'payment')} failed or did not arrive`,
    since: (age) => `Oldest: ${age} ago`,
    href: needsAttentionPath('payments'),
  },
  failed: {
    icon: MailWarning,
    text: (count) => `${formatPlural(count, 'email or task failed', 'emails or tasks failed')}`,
    since: (age) => `Oldest: ${age} ago`,
    href: needsAttentionPath('failed'),
  },
  unanswered: {
    icon: Inbox,
    text: (count) => `${formatPlural(count, 'request is', 'requests are')} waiting for a reply`,
    since: (age) => `Longest: ${age}`,
    href: requestsPath({ show: 'unanswered', sort: 'oldest' }),
  },
  overdue: {
    icon: ShieldAlert,
    text: (count) => `${formatPlural(count, 'violation is', 'violations are')} overdue`,
    since: (age) => `Longest: ${age}`,
    href: violationsPath({ show: 'overdue' }),
  },
  minutes: {
    icon: FileClock,
    text: (count) => `Entries were added after the minutes of ${formatPlural(count, 'meeting')} were approved`,
    href: paths.meetings(),
  },
};

/** The work that needs a person of the board, each line a link to where it is done. */
export const Attention = ({ lines, now }: { lines: readonly AttentionLine[]; now: Date }) => (
  <Card title="Needs Attention" flush>
    {lines.length === 0 ? (
      <p className="flex items-start gap-2.5 px-4 pt-1 pb-4 text-ink-2">
        <CircleCheck aria-hidden className="mt-0.5 size-4.5 shrink-0 text-good" strokeWidth={1.9} />
        You’re all caught up. Every request has a reply, nothing is overdue and every email was sent.
      </p>
    ) : (
      <ul aria-label="Needs attention" className="py-1.5">
        {lines.map((line) => (
          <li key={line.kind}>
            <Line line={line} now={now} />
          </li>
        ))}
      </ul>
    )}
  </Card>
);

const LINE = 'flex min-h-11 w-full items-center gap-3 px-4 py-1.5 text-left -outline-offset-2 hover:bg-sunk/60';

const Line = ({ line: { kind, count, since, href: own }, now }: { line: AttentionLine; now: Date }) => {
  const openOutbox = useSetAtom(outboxOpenAtom);
  const { icon: Icon, text, since: sinceText, href: general } = WORDS[kind];
  const href = own ?? general;
  const body: ReactNode = (
    <>
      <span className="grid size-7 shrink-0 place-items-center rounded-full bg-red-soft">
        <Icon aria-hidden className="size-3.75 text-red" strokeWidth={1.9} />
      </span>
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
        <span className="num font-[560]">{text(count)}</span>{' '}
        {since && sinceText && <span className="num text-ink-3 text-sm">{sinceText(ageOf(since, now))}</span>}
      </span>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3" />
    </>
  );
  return href ? (
    <Link href={href} className={`${LINE} text-ink no-underline`}>
      {body}
    </Link>
  ) : (
    <button type="button" className={LINE} onClick={() => openOutbox(true)}>
      {body}
    </button>
  );
};
