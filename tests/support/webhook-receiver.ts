import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { afterAll, beforeAll } from 'vitest';
import { freePort } from '../../local/ports.ts';

// biome-ignore lint/suspicious/noExplicitAny: JSON of any event; the test that reads it says what it expects.
export type Received = { path: string; headers: Record<string, string>; text: string; body: any };

/** A program that webhooks are sent to. It answers with `status`, and `calls` are the bodies as they came. */
type Receiver = { url: string; status: number; headers: Record<string, string>; calls: Received[] };

/** One for all tests of the file; each uses a path of its own. */
export const receiverForAll = (): Receiver => {
  const receiver: Receiver = { url: '', status: 200, headers: {}, calls: [] };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const headers = request.headers as Record<string, string>;
      receiver.calls.push({ path: request.url ?? '', headers, text, body: JSON.parse(text) });
      response.writeHead(receiver.status, receiver.headers).end();
    });
  });
  beforeAll(async () => {
    const port = await freePort();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    receiver.url = `http://127.0.0.1:${port}`;
  });
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return receiver;
};

/** True if one of the signatures is made with the secret, computed as the specification says and by no code of ours:
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
export const isSignedWith = (secret: string, { headers, text }: Pick<Received, 'headers' | 'text'>): boolean => {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
  const signature = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return headers['webhook-signature']?.split(' ').includes(signature) ?? false;
};
