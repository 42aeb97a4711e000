import { CircleDollarSign, FileText, Inbox, type LucideIcon, Megaphone, ShieldAlert } from 'lucide-react';
import type { AwayKind, AwayLine, AwayRecord } from '../../../sync/dashboard/away.ts';
import { IconItem } from '../../screens/icon-item.tsx';
import { Badge } from '../../ui/badge.tsx';
import { formatDateTime, formatLabel, formatRecent, withDays } from '../../ui/format.ts';
import { hrefOf } from './model.ts';

const ICONS: Record<AwayKind, LucideIcon> = {
  request: Inbox,
  violation: ShieldAlert,
  announcement: Megaphone,
  document: FileText,
  invoice: CircleDollarSign,
};

type AwayListProps = { label: string; records: readonly AwayRecord[]; newSince?: string };

/** Records with what was done to each and its author; those changed after `newSince` are called new. */
export const AwayList = ({ label, records, newSince }: AwayListProps) => (
  <ul aria-label={label} className="py-1.5">
    {records.map((record) => (
      <Item
        key={`${record.kind}/${record.id}`}
        record={record}
        isNew={newSince !== undefined && record.at > newSince}
      />
    ))}
  </ul>
);

const Item = ({ record, isNew }: { record: AwayRecord; isNew: boolean }) => (
  <IconItem icon={ICONS[record.kind]} href={hrefOf(record)}>
    <span className="min-w-0 flex-1">
      <span className="flex items-baseline gap-2">
        <span className="truncate font-[560]">{record.title || formatLabel(record.kind)}</span>
        {isNew && <Badge>New</Badge>}
      </span>
      {record.lines.map((line) => (
        <span key={`${line.who}/${line.what}`} className="flex justify-between gap-x-3 text-ink-2 text-sm">
          <span className="min-w-0 [overflow-wrap:anywhere]">{sentenceOf(line)} </span>
          <time dateTime={line.at} title={formatDateTime(line.at)} className="num shrink-0 text-ink-3">
            {formatRecent(line.at)}
          </time>
        </span>
      ))}
    </span>
  </IconItem>
);

export const sentenceOf = ({ who, what, times }: AwayLine): string => {
  const words = withDays(times > 1 ? `${what} (${times} times)` : what);
  return who ? `${who} ${words}` : words.charAt(0).toUpperCase() + words.slice(1);
};
