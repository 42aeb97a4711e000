import { Link } from 'wouter';
import type { RecordAction } from '../../../schema/meetings.ts';
import { REQUEST_STATUSES } from '../../../schema/requests.ts';
import { VIOLATION_STATUSES } from '../../../schema/violations.ts';
import { useRows } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { formatLabel, formatMoney } from '../../ui/format.ts';

/** The statuses that a decision can give a record. */
export const STATUSES: Record<RecordAction['entity'], readonly string[]> = {
  request: REQUEST_STATUSES,
  violation: VIOLATION_STATUSES,
  invoice: ['canceled'],
  meeting: ['approved'],
};

export const wordOf = (status: string): string => formatLabel(status);

type Named = Pick<RecordAction, 'entity' | 'id'>;
type Shown = { name: string; href: string; status: string; words: string; paid_cents?: number };

/** The record as this device holds it; undefined where it is gone. */
export const useRecord = ({ entity, id }: Named): Shown | undefined => {
  const request = useRows('request').get(entity === 'request' ? id : null);
  const violation = useRows('violation').get(entity === 'violation' ? id : null);
  const invoice = useRows('invoice').get(entity === 'invoice' ? id : null);
  const meeting = useRows('meeting').get(entity === 'meeting' ? id : null);
  if (request) return shown(request.title, paths.request(id), request.status);
  if (violation) return shown(violation.title, paths.violation(id), violation.status);
  if (meeting) return shown(`Minutes of ${meeting.title}`, paths.meeting(id), meeting.minutes_status);
  if (!invoice) return undefined;
  const { title, status, paid_cents, amount_cents } = invoice;
  const money = `${formatMoney(paid_cents)} of ${formatMoney(amount_cents)} paid`;
  return { ...shown(title, paths.invoice(id), status), words: `${formatLabel(status)}, ${money}`, paid_cents };
};

const shown = (name: string, href: string, status: string): Shown => ({
  name,
  href,
  status,
  words: status === 'none' ? 'Not started' : formatLabel(status),
});

export const RecordName = ({ action }: { action: Named }) => {
  const record = useRecord(action);
  if (!record) return <span>{NO_LONGER}</span>;
  return (
    <Link href={record.href} className="text-pine-text underline [overflow-wrap:anywhere]">
      {record.name}
    </Link>
  );
};

export const NO_LONGER = 'No longer possible';

export const RecordNow = ({ action }: { action: Named }) => {
  const record = useRecord(action);
  return record && <Badge tone="neutral">{`Now: ${record.words}`}</Badge>;
};
