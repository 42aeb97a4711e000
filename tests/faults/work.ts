import { uuidv7 } from 'uuidv7';
import { REQUEST_STATUSES } from '../../schema/requests.ts';
import { GENUINE, named, put } from '../support/uploads.ts';
import type { Client } from './client.ts';

export type Work = {
  client: Client;
  statuses: Map<string, number>;
  sendings: Map<string, number>;
  unpaid: string[];
  paid: string[];
};

type Step = (work: Work) => Promise<unknown>;

const text = (mark: string) => `<p>${mark}</p>`;

export const createRequest: Step = async ({ client, statuses }) => {
  const id = uuidv7();
  const args = { id, title: id, description: text(id), category: 'Other' };
  if (await client.change('createRequest', args, id)) statuses.set(id, 0);
};

const comment: Step = async ({ client, statuses }) => {
  const request_id = [...statuses.keys()].at(-1);
  if (!request_id) return;
  const id = uuidv7();
  await client.change(
    'addRequestComment',
    { id, request_id, message: text(id), is_public: true } as { id: string },
    id,
  );
};

/** A different status each time, so that each adds a line to the history. */
const setStatus: Step = async ({ client, statuses }) => {
  const id = [...statuses.keys()].at(0);
  if (!id || !client.isBoard) return;
  const times = (statuses.get(id) ?? 0) + 1;
  const mark = uuidv7();
  const status = REQUEST_STATUSES[times % REQUEST_STATUSES.length];
  const args = { id, status, resolution_notes: mark } as { id: string };
  if (await client.change('updateRequest', args, mark)) statuses.set(id, times);
};

const announce: Step = async ({ client, sendings }) => {
  if (!client.isBoard || sendings.size >= 3) return;
  const id = uuidv7();
  const recipients = client.store
    .rows('user')
    .all.filter(({ role, status, deleted_at }) => role === 'resident' && status === 'active' && !deleted_at)
    .slice(0, 2)
    .map((user) => user.id);
  const args = { id, title: id, message: text(id), audience_type: 'custom', custom_recipients: recipients };
  if (!(await client.change('createAnnouncement', args as { id: string }, id))) return;
  await client.store.mutate('sendAnnouncement', { id });
  await client.store.saved();
  sendings.set(id, recipients.length);
};

/** The file is uploaded before the mutation that names it. */
const upload: Step = async ({ client }) => {
  const file = named('leak.png');
  const { status, body } = await client.rest('POST', '/api/requests/presigned-url', file);
  if (status !== 200) return;
  const stored = await put(body.uploadUrl, GENUINE.png as Uint8Array, file.fileType).catch(() => 0);
  if (stored !== 200) return;
  const id = uuidv7();
  const args = { id, title: id, description: text(id), category: 'Other', photo_url: body.s3Key };
  await client.change('createRequest', args as { id: string }, id);
};

const CARD = { method: 'card', number: '4242424242424242', expiry: '12 / 34', cvc: '123', zip: '60614' };

/** Submits the hosted page until the payment succeeds. */
const pay: Step = async ({ client, unpaid, paid }) => {
  const [id] = unpaid;
  if (!id) return;
  const { status, body } = await client.rest('POST', `/api/invoices/${id}/pay`);
  if (status === 409) {
    // Paid by an earlier call whose answer was lost, or an HOA without a payment account.
    unpaid.shift();
    if (/already paid/.test(body.message)) paid.push(id);
  }
  if (status !== 200) return;
  const answer = await fetch(body.checkout_url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ email: 'payer@example.test', ...CARD }),
  }).catch(() => undefined);
  if (answer?.status === 303) paid.push(unpaid.shift() as string);
};

const crash: Step = ({ client }) => client.crash();

export const STEPS: Step[] = [
  createRequest,
  comment,
  setStatus,
  comment,
  upload,
  setStatus,
  pay,
  comment,
  announce,
  setStatus,
  createRequest,
  comment,
  crash,
];
