import { useId, useState } from 'react';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../../schema/webhooks.ts';
import { api } from '../../device/api.ts';
import { withStepUp } from '../../device/step-up.ts';
import { DialogActions, PlainForm } from '../../forms/actions.tsx';
import { FailureAlert, failureOf } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { Checkbox, ChoiceGroup } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import type { Webhook } from './model.ts';
import { OnlyOnce } from './parts.tsx';

const EVENT_LABELS: Record<WebhookEvent, string> = {
  'request.created': 'A request is created',
  'request.updated': 'A request changes',
  'request.replied': 'A request is answered',
  'violation.created': 'A violation is issued',
  'violation.updated': 'A violation changes or is answered',
  'announcement.sent': 'An announcement is sent',
  'invoice.created': 'An invoice is issued',
  'invoice.paid': 'An invoice is paid',
  'payment.recorded': 'A payment is recorded',
  'person.added': 'A person is added',
  'association.updated': 'The association’s settings change',
  'document.uploaded': 'A document is uploaded',
  'document.deleted': 'A document is deleted',
  'announcement.deleted': 'An announcement is deleted',
  'person.deleted': 'A person is deleted',
  'address.deleted': 'An address is deleted',
  'due.created': 'A due is created',
  'due.updated': 'A due changes',
  'entry.posted': 'An entry is posted to an account',
  'payment.refunded': 'A payment is refunded',
  'meeting.created': 'A meeting is created',
  'meeting.updated': 'A meeting changes',
  'meeting.deleted': 'A meeting is deleted',
};

type Props = { open: boolean; onClose: () => void; onSaved: () => void; webhook?: Webhook };

/** Makes a webhook and shows its secret once, or changes one. */
export const WebhookDialog = ({ open, onClose, onSaved, webhook }: Props) => {
  const [secret, setSecret] = useState('');
  const form = useId();
  const close = () => {
    onClose();
    setSecret('');
  };
  const state = useWebhookForm(webhook, (made) => {
    onSaved();
    if (made) setSecret(made);
    else close();
  });
  const title = secret ? 'Signing Secret' : webhook ? 'Edit Webhook' : 'Add Webhook';
  const submit = webhook ? 'Save' : 'Add Webhook';
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      footer={!secret && <DialogActions form={form} onCancel={close} submit={submit} busy={state.busy} />}
    >
      {secret ? <OnlyOnce label="signing secret" secret={secret} onDone={close} /> : <Form id={form} {...state} />}
    </Dialog>
  );
};

const useWebhookForm = (webhook: Webhook | undefined, onDone: (secret?: string) => void) => {
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook?.events ?? WEBHOOK_EVENTS);
  const [errors, setErrors] = useState<{ url?: string; events?: string }>({});
  const { submit, busy, failure } = useSubmit(
    (error) => failureOf(error, 'The webhook could not be saved. Please try again.'),
    {
      repeat: true,
    },
  );
  const save = async () => {
    const missing = {
      ...(url.trim() === '' && { url: 'Please enter the URL' }),
      ...(events.length === 0 && { events: 'Please choose at least one event' }),
    };
    setErrors(missing);
    if (Object.keys(missing).length > 0) return;
    await submit(async () => {
      const path = webhook ? `/api/webhook-endpoints/${webhook._id}` : '/api/webhook-endpoints';
      const body = { url, description, events };
      const method = webhook ? 'PUT' : 'POST';
      const { secret } = await withStepUp(() => api<{ secret?: string }>(path, { method, body }));
      if (!webhook) {
        setUrl('');
        setDescription('');
      }
      onDone(secret);
    });
  };
  const typeUrl = (typed: string) => {
    setUrl(typed);
    setErrors({});
  };
  return { url, setUrl: typeUrl, description, setDescription, events, setEvents, errors, save, busy, failure };
};

type WebhookFormState = ReturnType<typeof useWebhookForm>;

const Form = ({ id, ...form }: { id: string } & WebhookFormState) => (
  <PlainForm id={id} onSubmit={form.save}>
    <FailureAlert failure={form.failure} />
    <Field
      label="URL"
      required
      error={form.errors.url}
      hint="Starts with https:// and can be reached from the internet"
    >
      <Input type="url" value={form.url} autoComplete="off" onChange={({ target }) => form.setUrl(target.value)} />
    </Field>
    <Field label="Description">
      <Input value={form.description} maxLength={200} onChange={({ target }) => form.setDescription(target.value)} />
    </Field>
    <EventChoices {...form} />
  </PlainForm>
);

const EventChoices = ({ events, setEvents, errors }: WebhookFormState) => (
  <ChoiceGroup label="Send an event when" error={errors.events}>
    {WEBHOOK_EVENTS.map((event) => (
      <Checkbox
        key={event}
        label={EVENT_LABELS[event]}
        hint={event}
        checked={events.includes(event)}
        onChange={({ target }) =>
          setEvents(target.checked ? [...events, event] : events.filter((one) => one !== event))
        }
      />
    ))}
  </ChoiceGroup>
);
