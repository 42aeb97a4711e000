import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { WEBHOOK_EVENTS } from '../../../schema/webhooks.ts';
import { api } from '../../device/api.ts';
import { withStepUp } from '../../device/step-up.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { Loaded, useLoaded } from '../../screens/loaded.tsx';
import { useHasFeature } from '../../screens/plan-note.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { EmptyState } from '../../ui/list.tsx';
import { toast } from '../../ui/toast.tsx';
import { Deliveries } from './deliveries.tsx';
import type { Webhook } from './model.ts';
import { OnlyOnce } from './parts.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';

const PATH = '/api/webhook-endpoints';

/** Where events are sent to, with what became of them. */
export const Webhooks = () => {
  const webhooks = useLoaded<{ endpoints: Webhook[] }>(PATH, 'Failed to load the webhooks.');
  const [isCreating, setCreating] = useState(false);
  const included = useHasFeature('custom_integrations');
  const { body, online, load } = webhooks;
  const create = {
    icon: Plus,
    disabled: !online || !included,
    onClick: () => setCreating(true),
    children: 'Add Webhook',
  };
  return (
    <Card title="Webhooks" actions={body && body.endpoints.length > 0 && <Button size="small" {...create} />}>
      <Loaded {...webhooks}>
        {({ endpoints }) =>
          endpoints.length === 0 ? (
            <EmptyState
              bare
              icon={WebhookIcon}
              title="No webhooks yet"
              hint="A webhook notifies another program right away when something happens, such as a new request or a paid invoice."
            >
              <Button variant="primary" {...create} />
            </EmptyState>
          ) : (
            <ul aria-label="Webhooks" className="grid divide-y divide-line">
              {endpoints.map((webhook) => (
                <Item key={webhook._id} webhook={webhook} onChanged={load} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <WebhookDialog open={isCreating} onClose={() => setCreating(false)} onSaved={() => void load()} />
    </Card>
  );
};

type Asked = 'edit' | 'rotate' | 'delete' | null;

const Item = ({ webhook, onChanged }: { webhook: Webhook; onChanged: () => Promise<void> }) => {
  const [asked, ask] = useState<Asked>(null);
  const [showsLog, setShowsLog] = useState(false);
  const calls = useCalls(webhook, onChanged);
  return (
    <li className="grid gap-2 py-3 first:pt-0 last:pb-0">
      <Facts webhook={webhook} />
      <ErrorAlert message={calls.failure} onClose={calls.dismiss} />
      <Actions isEnabled={webhook.is_enabled} calls={calls} showsLog={showsLog} setShowsLog={setShowsLog} ask={ask} />
      {showsLog && <Deliveries key={calls.tests} webhook={webhook} onRefreshed={onChanged} />}
      <WebhookDialog
        open={asked === 'edit'}
        onClose={() => ask(null)}
        webhook={webhook}
        onSaved={() => void onChanged()}
      />
      <RotateDialog open={asked === 'rotate'} onClose={() => ask(null)} calls={calls} />
      <DeleteDialog open={asked === 'delete'} onClose={() => ask(null)} webhook={webhook} onDelete={calls.remove} />
    </li>
  );
};

type Calls = ReturnType<typeof useCalls>;

type ActionsProps = {
  isEnabled: boolean;
  calls: Calls;
  showsLog: boolean;
  setShowsLog: (shown: boolean) => void;
  ask: (what: Asked) => void;
};

const Actions = ({ isEnabled, calls, showsLog, setShowsLog, ask }: ActionsProps) => {
  const test = async () => {
    if (await calls.test()) setShowsLog(true);
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" busy={calls.busy} disabled={!isEnabled} onClick={() => void test()}>
        Send Test Event
      </Button>
      <Button size="small" aria-expanded={showsLog} onClick={() => setShowsLog(!showsLog)}>
        {showsLog ? 'Hide Deliveries' : 'Deliveries'}
      </Button>
      <Button size="small" onClick={() => ask('edit')}>
        Edit
      </Button>
      <Button size="small" busy={calls.busy} onClick={() => void calls.toggle()}>
        {isEnabled ? 'Turn Off' : 'Turn On'}
      </Button>
      <Button size="small" onClick={() => ask('rotate')}>
        New Secret
      </Button>
      <Button size="small" onClick={() => ask('delete')}>
        Delete
      </Button>
    </div>
  );
};

/** The calls about a webhook; `tests` counts the events that were sent, `secret` is shown once. */
const useCalls = ({ _id, is_enabled }: Webhook, onChanged: () => Promise<void>) => {
  const [secret, setSecret] = useState('');
  const [tests, setTests] = useState(0);
  const { submit, busy, failure, dismiss } = useSubmit('The webhook could not be changed. Please try again.', {
    repeat: true,
  });
  const path = `${PATH}/${_id}`;
  const test = () =>
    submit(async () => {
      await api(`${path}/test`, { method: 'POST' });
      toast('Test event sent');
      setTests(tests + 1);
    });
  const toggle = () =>
    submit(async () => {
      await withStepUp(() => api(path, { method: 'PUT', body: { is_enabled: !is_enabled } }));
      await onChanged();
    });
  const rotate = async () => {
    await submit(async () => {
      const answer = await withStepUp(() => api<{ secret: string }>(`${path}/rotate-secret`, { method: 'POST' }));
      setSecret(answer.secret);
      await onChanged();
    });
  };
  const remove = async () => {
    await submit(async () => {
      await api(path, { method: 'DELETE' });
      toast('Webhook deleted');
      await onChanged();
    });
  };
  return { busy, failure, dismiss, tests, secret, hideSecret: () => setSecret(''), test, toggle, rotate, remove };
};

const Facts = ({ webhook }: { webhook: Webhook }) => (
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
);

type Frame = { open: boolean; onClose: () => void };

const RotateDialog = ({ calls, ...frame }: Frame & { calls: Calls }) => (
  <>
    <ConfirmDialog
      {...frame}
      title="Create New Secret"
      confirm="Create New Secret"
      busyLabel="Creating…"
      onConfirm={calls.rotate}
    >
      <p>The current secret keeps working for another 24 hours, so you have time to update the receiving program.</p>
    </ConfirmDialog>
    <Dialog open={calls.secret !== ''} onClose={calls.hideSecret} title="New Signing Secret">
      <OnlyOnce label="signing secret" secret={calls.secret} onDone={calls.hideSecret} />
    </Dialog>
  </>
);

const DeleteDialog = ({ webhook, onDelete, ...frame }: Frame & { webhook: Webhook; onDelete: () => Promise<void> }) => (
  <ConfirmDialog {...frame} title="Delete Webhook" confirm="Delete" busyLabel="Deleting…" onConfirm={onDelete}>
    <p>
      Nothing else will be sent to <b className="font-semibold text-ink">{webhook.url}</b>, and its delivery log is
      deleted. You can’t undo this.
    </p>
  </ConfirmDialog>
);

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
