import { type Due, MONTHS_BETWEEN } from '../../schema/dues.ts';
import { schedule } from '../../sync/dues.ts';
import { Card, Facts } from '../ui/card.tsx';
import { formatDate, formatDateTime, formatLabel, formatMoney, formatPlural } from '../ui/format.ts';

/** What a due asks for, of whom it comes, and its id. */
export const Terms = ({ due, board }: { due: Due; board: boolean }) => (
  <Card title="Terms" className="num">
    <Facts
      entries={[
        ['Amount', formatMoney(due.amount_cents)],
        ['Frequency', formatLabel(due.frequency)],
        ['Reason', formatLabel(due.reason)],
        [MONTHS_BETWEEN[due.frequency] > 0 ? 'First sent' : 'Send date', formatDate(due.anchor_date)],
        ['To be paid', `${formatPlural(due.due_date_offset, 'day')} after sending`],
        ['Created by', board ? due.created_by_name : null],
        ['Created', board ? formatDateTime(due.created_at) : null],
        [
          'Due ID',
          <span key="id" className="break-all text-ink-2 text-sm">
            {due.id}
          </span>,
        ],
      ]}
    />
  </Card>
);

const AHEAD = 6;

/** When the next invoices go out, and by when they are to be paid. */
export const Schedule = ({ due }: { due: Due }) => {
  const sends = schedule(due, AHEAD);
  return (
    <Card title="Next sends">
      {sends.length === 0 ? (
        <p className="text-ink-2">
          {due.status === 'inactive' && due.send_date ? 'Nothing is sent while it is inactive.' : 'No further sends.'}
        </p>
      ) : (
        <table className="num w-full">
          <thead className="sr-only">
            <tr>
              <th scope="col">Sent</th>
              <th scope="col">Due</th>
            </tr>
          </thead>
          <tbody>
            {sends.map(({ send_date, due_date }) => (
              <tr key={send_date}>
                <td className="py-0.75">{formatDate(send_date)}</td>
                <td className="py-0.75 text-right text-ink-3">due {formatDate(due_date)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
};
