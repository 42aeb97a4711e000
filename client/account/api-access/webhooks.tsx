import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { WEBHOOK_EVENTS } from '../../../schema/webhooks.ts';
import { api } from '../../device/api.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { EmptyState } from '../../ui/list.tsx';
import { toast } from '../../ui/toast.tsx';
import { withStepUp } from '../auth/step-up.ts';
import { Deliveries } from './deliveries.tsx';
import { useLoaded, type Webhook } from './model.ts';
import { Loaded, OnlyOnce } from './parts.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';

const PATH = '/api/webhook-endpoints';

/** Where events are sent to, with what became of them. */
export const Webhooks = () => {
  const { body, failure, online, load } = useLoaded<{ endpoints: Webhook[] }>(PATH, 'Failed to load the webhooks.');
  const [isCreating, setCreating] = useState(false);
  return (
    <Card
      title="Webhooks"
      actions={
        body &&
        body.endpoints.length > 0 && (
          <Button size="small" icon={Plus} disabled={!online} onClick={() => setCreating(true)}>
            Add Webhook
          </Button>
        )
      }
    >
      <Loaded isLoaded={body !== null} failure={failure} online={online} onRetry={() => void load()}>
        {body?.endpoints.length === 0 ? (
          <EmptyState
            bare
            icon={WebhookIcon}
            title="No webhooks yet"
            hint="A webhook tells another program at once when something happens: a request comes in, an invoice is paid."
          >
            <Button variant="primary" icon={Plus} disabled={!online} onClick={() => setCreating(true)}>
              Add Webhook
            </Button>
          </EmptyState>
        ) : (
          <ul aria-label="Webhooks" className="grid divide-y divide-line">
            {body?.endpoints.map((webhook) => (
              <Item key={webhook._id} webhook={webhook} onChanged={load} />
            ))}
          </ul>
        )}
      </Loaded>
      <WebhookDialog open={isCreating} onClose={() => setCreating(false)} onSaved={() => void load()} />
    </Card>
  );
};

type Open = 'edit' | 'rotate' | 'delete' | null;

const Item = ({ webhook, onChanged }: { webhook: Webhook; onChanged: () => Promise<void> }) => {
  const [open, setOpen] = useState<Open>(null);
  const [secret, setSecret] = useState('');
  const [showsLog, setShowsLog] = useState(false);
  const [tests, setTests] = useState(0);
  const { submit, busy, failure, dismiss } = useSubmit('This did not work. Please try again.', {
    repeat: true,
  });
  const path = `${PATH}/${webhook._id}`;
  const test = () =>
    submit(async () => {
      await api(`${path}/test`, { method: 'POST' });
      toast('Test event sent');
      setShowsLog(true);
      setTests(tests + 1);
    });
  const toggle = () =>
    submit(async () => {
      await withStepUp(() => api(path, { method: 'PUT', body: { is_enabled: !webhook.is_enabled } }));
      await onChanged();
    });
  const rotate = () =>
    submit(async () => {
      const answer = await withStepUp(() => api<{ secret: string }>(`${path}/rotate-secret`, { method: 'POST' }));
      setSecret(answer.secret);
      await onChanged();
    }).then(() => undefined);
  const remove = () =>
    submit(async () => {
      await api(path, { method: 'DELETE' });
      toast('Webhook deleted');
      await onChanged();
    }).then(() => undefined);
  return (
    <li className="grid gap-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium [overflow-wrap:anywhere]">
          {webhook.url} <State {...webhook} />
        </p>
        {webhook.description && <p className="text-ink-2 text-sm">{webhook.description}</p>}
        <p className="text-ink-3 text-sm">{eventsText(webhook)}</p>
        {webhook.disabled_reason && (
          <p className="text-red text-sm">Turned off after failing for days: {webhook.disabled_reason}.</p>
        )}
      </div>
      <ErrorAlert message={failure} onClose={dismiss} />
      <div className="flex flex-wrap gap-2">
        <Button size="small" busy={busy} disabled={!webhook.is_enabled} onClick={() => void test()}>
          Send Test Event
        </Button>
        <Button size="small" aria-expanded={showsLog} onClick={() => setShowsLog(!showsLog)}>
          {showsLog ? 'Hide Deliveries' : 'Deliveries'}
        </Button>
        <Button size="small" onClick={() => setOpen('edit')}>
          Edit
        </Button>
        <Button size="small" busy={busy} onClick={() => void toggle()}>
          {webhook.is_enabled ? 'Turn Off' : 'Turn On'}
        </Button>
        <Button size="small" onClick={() => setOpen('rotate')}>
          New Secret
        </Button>
        <Button size="small" onClick={() => setOpen('delete')}>
          Delete
        </Button>
      </div>
      {showsLog && <Deliveries key={tests} webhook={webhook} onRefreshed={onChanged} />}
      <WebhookDialog
        open={open === 'edit'}
        onClose={() => setOpen(null)}
        webhook={webhook}
        onSaved={() => void onChanged()}
      />
      <ConfirmDialog
        open={open === 'rotate'}
        onClose={() => setOpen(null)}
        title="Create a new secret?"
        confirm="Create New Secret"
        busyLabel="Creating..."
        onConfirm={rotate}
      >
        <p>
          The current secret keeps working for another 24 hours, so you have time to update it on the receiving side.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        open={open === 'delete'}
        onClose={() => setOpen(null)}
        title="Delete the webhook?"
        confirm="Delete"
        busyLabel="Deleting..."
        onConfirm={remove}
      >
        <p>
          Nothing more will be sent to <b className="font-semibold text-ink">{webhook.url}</b>, and its delivery log is
          deleted. This cannot be undone.
        </p>
      </ConfirmDialog>
      <Dialog open={secret !== ''} onClose={() => setSecret('')} title="New Signing Secret">
        <OnlyOnce label="signing secret" secret={secret} onDone={() => setSecret('')} />
      </Dialog>
    </li>
  );
};

const eventsText = ({ events }: Webhook): string =>
  events.length === WEBHOOK_EVENTS.length ? 'All events' : events.join(', ');

const State = ({ is_enabled, failing_since, previous_until }: Webhook) => (
  <>
    {!is_enabled && <Badge tone="bad">Off</Badge>}
    {is_enabled && failing_since && <Badge tone="warn">Failing since {formatDateTime(failing_since)}</Badge>}
    {is_enabled && !failing_since && <Badge tone="ok">On</Badge>}
    {previous_until && Date.parse(previous_until) > Date.now() && (
      <Badge>Earlier secret until {formatDateTime(previous_until)}</Badge>
    )}
  </>
);
