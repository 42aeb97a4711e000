import type { HistoryEntry } from '../../schema/history.ts';
import { Card } from '../ui/card.tsx';
import { Fold } from '../ui/fold-out.tsx';
import { formatDateTime, formatLabel, withDays } from '../ui/format.ts';

type Props = { history: readonly HistoryEntry[] };

/** The activity history of a record, newest first; nothing where it is empty. */
export const ActivityHistory = ({ history }: Props) =>
  history.length > 0 && (
    <Card title="Activity History">
      <HistoryItems history={history} />
    </Card>
  );

/** The same, folded. */
export const FoldedHistory = ({ history }: Props) =>
  history.length > 0 && (
    <Fold title="Activity History" hint={history.length}>
      <HistoryItems history={history} />
    </Fold>
  );

const HistoryItems = ({ history }: Props) => (
  <ol className="grid gap-2.5 text-ink-2">
    {history.toReversed().map((entry) => (
      <HistoryItem key={`${entry.timestamp}${entry.action}`} entry={entry} />
    ))}
  </ol>
);

const HistoryItem = ({ entry }: { entry: HistoryEntry }) => (
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

/** "Set in progress" reads "set In Progress" after a name; days read as everywhere. */
const Action = ({ text }: { text: string }) => {
  const [first = '', ...rest] = text.split(' ');
  if (first !== 'Set') return withDays(`${first.toLowerCase()} ${rest.join(' ')}`);
  return (
    <>
      set <b className="font-semibold text-ink">{formatLabel(rest.join(' '))}</b>
    </>
  );
};
