import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../device/api.ts';
import { messageOf } from '../../device/http.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { Loaded, useLoaded } from '../../screens/loaded.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDateTime, formatPlural } from '../../ui/format.ts';
import { toast } from '../../ui/toast.tsx';
import type { Delivery, Webhook } from './model.ts';

const TONES: Record<Delivery['status'], Tone> = { pending: 'neutral', delivered: 'ok', failed: 'bad' };
const LABELS: Record<Delivery['status'], string> = { pending: 'Waiting', delivered: 'Delivered', failed: 'Failed' };

type Props = { webhook: Webhook; onRefreshed: () => Promise<void> };

/** The newest deliveries of a webhook. */
export const Deliveries = ({ webhook: { _id, is_enabled }, onRefreshed }: Props) => {
  const path = `/api/webhook-endpoints/${_id}/deliveries`;
  const loaded = useLoaded<{ deliveries: Delivery[] }>(path, 'Failed to load the deliveries.');
  const { load } = loaded;
  const [problem, setProblem] = useState('');
  const refresh = async () => {
    await Promise.all([load(), onRefreshed()]);
  };
  const resend = async ({ _id: id }: Delivery) => {
    setProblem('');
    await api(`/api/webhook-endpoints/deliveries/${id}/resend`, { method: 'POST' }).then(
      () => toast('It will be sent again'),
      (error) => setProblem(messageOf(error, 'It could not be sent again.')),
    );
    await load();
  };
  return (
    <div className="grid gap-2 rounded-md bg-sunk px-3 py-2.5">
      <ErrorAlert message={problem} onClose={() => setProblem('')} />
      <Loaded {...loaded}>
        {({ deliveries }) => (
          <>
            {deliveries.length === 0 && <p className="text-ink-3 text-sm">Nothing was sent in the last 30 days.</p>}
            <ul aria-label="Deliveries" className="grid divide-y divide-line">
              {deliveries.map((delivery) => (
                <Line key={delivery._id} delivery={delivery} disabled={!is_enabled} onResend={resend} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
      <Button size="small" icon={RefreshCw} className="justify-self-start" onClick={() => void refresh()}>
        Refresh
      </Button>
    </div>
  );
};

type LineProps = { delivery: Delivery; disabled: boolean; onResend: (delivery: Delivery) => Promise<void> };

const Line = ({ delivery, disabled, onResend }: LineProps) => (
  <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-1.5">
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <Badge tone={TONES[delivery.status]}>{LABELS[delivery.status]}</Badge>
      <code className="[overflow-wrap:anywhere]">{delivery.event}</code>
      <span className="num text-ink-3">{formatDateTime(delivery.createdAt)}</span>
      <span className="text-ink-2">{resultOf(delivery)}</span>
    </span>
    {delivery.status !== 'pending' && (
      <Button size="small" disabled={disabled} onClick={() => void onResend(delivery)}>
        Resend
      </Button>
    )}
  </li>
);

const resultOf = ({ status, attempts, last_status, last_error }: Delivery): string => {
  if (status === 'delivered') return `responded ${last_status}`;
  if (attempts === 0) return '';
  return `${last_error ?? ''}, ${formatPlural(attempts, 'attempt')}`;
};
