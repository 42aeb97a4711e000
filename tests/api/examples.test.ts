import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../local/ports.ts';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { create, storeInvoices } from '../support/dues.ts';
import { contextForAll, createContext, testConfig } from '../support/fixtures.ts';

const receiver = { origin: '', port: 0 };
beforeAll(async () => {
  const port = await freePort();
  Object.assign(receiver, { origin: `http://127.0.0.1:${port}`, port });
});
const ctx = contextForAll(() => createContext({ config: { ...testConfig(), testOrigins: [receiver.origin] } }));
const docs = await readFile(join(import.meta.dirname, '..', '..', 'docs', 'api.md'), 'utf8');
const example = (title: string): string =>
  new RegExp(`## ${title}[^]*?\`\`\`\\w+\n([^]*?)\`\`\``).exec(docs)?.[1] ?? '';

let folder: string;
let origin: string;
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method = 'GET', headers, url = '/' } = request;
  const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined;
  const answer = await ctx.app.request(url, { method, headers: headers as Record<string, string>, body });
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()));
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'porchlight-examples-'));
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  await new Promise<void>((resolve) => server.close(() => resolve()));
  await rm(folder, { recursive: true, force: true });
});

const tokenWith = async (scope: string): Promise<string> =>
  (await ctx.sue.call('POST', '/api/tokens', { name: 'Example', scopes: [scope] })).body.token;

/** Runs it in a shell as it stands on the page. Returns what it printed. */
const run = (script: string, variables: Record<string, string>): Promise<string> =>
  new Promise((resolve, reject) => {
    const shell = spawn('sh', ['-e', '-c', script], { cwd: folder, env: { ...process.env, ...variables } });
    let output = '';
    shell.stdout.on('data', (text) => (output += text));
    shell.stderr.on('data', (text) => (output += text));
    shell.on('close', (code) => (code === 0 ? resolve(output) : reject(new Error(output))));
  });

test('[14.8] docs/api.md: overdue invoices as CSV', async () => {
  const due = await create(ctx.bea, [ctx.rex]);
  const at = (due_date: string) => ({ id: uuidv7(), recipient_id: ctx.rex.id, due_date });
  await storeInvoices(ctx, due._id, [at('2020-02-01'), at('2090-02-01'), at('2020-01-01')]);
  await run(example('Overdue invoices as CSV'), { PORCHLIGHT: origin, TOKEN: await tokenWith('invoices:read') });
  const [head, ...lines] = (await readFile(join(folder, 'overdue.csv'), 'utf8')).trim().split('\r\n');
  expect(head).toBe('id,title,name,email,amount,status,due_date,paid_at,paid,open,paid_on');
  expect(lines.map((line) => line.split(',').slice(2))).toEqual([
    [ctx.rex.name, ctx.rex.email, '125.50', 'overdue', '2020-01-01', '', '0.00', '125.50', ''],
    [ctx.rex.name, ctx.rex.email, '125.50', 'overdue', '2020-02-01', '', '0.00', '125.50', ''],
  ]);
});

test('[14.8] docs/api.md: a request and a reply', async () => {
  const output = await run(example('A request and a reply'), {
    PORCHLIGHT: origin,
    TOKEN: await tokenWith('requests:write'),
  });
  const request = JSON.parse(output);
  expect(request).toMatchObject({ title: 'Lamp at the gate', user_id: { _id: ctx.sue.id } });
  expect(request.comments[0].message).toBe('<p>An electrician comes on Monday.</p>');
});

test('[14.8] docs/api.md: a webhook is received and verified, a forged one is not', async () => {
  const url = `${receiver.origin}/`;
  const { body } = await ctx.sue.call('POST', '/api/webhook-endpoints', { url, events: ['request.created'] });
  await writeFile(join(folder, 'receive.mjs'), example('Receive and verify a webhook'));
  const program = spawn(process.execPath, ['receive.mjs'], {
    cwd: folder,
    env: { ...process.env, SECRET: body.secret, PORT: String(receiver.port) },
  });
  let printed = '';
  program.stdout.on('data', (text) => (printed += text));
  const post = () =>
    fetch(url, { method: 'POST', body: '{}' }).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(post, { timeout: 10_000 }).toBe(400);
  await ctx.sue.call('POST', `/api/webhook-endpoints/${body._id}/test`);
  await expect
    .poll(
      async () => {
        await drainOutbox(ctx.deps, { hoa_id: ctx.hoa_id, maxWaitMs: 0 });
        return printed;
      },
      { timeout: 15_000 },
    )
    .toBe('webhook.test Hello from Porchlight\n');
  const { deliveries } = (await ctx.sue.call('GET', `/api/webhook-endpoints/${body._id}/deliveries`)).body;
  expect(deliveries[0]).toMatchObject({ status: 'delivered', last_status: 204 });
  program.kill();
});
