import { expect, test } from 'vitest';
import { pauseHoa, resumeHoa } from '../../local/instance/associations.ts';
import { instanceForAll, PASSWORD } from '../support/instance.ts';

const instance = instanceForAll();
const call: typeof instance.call = (...asked) => instance.call(...asked);

test('all is well with neither mail nor payments, which nothing of it calls', async () => {
  const { status, body } = await call(undefined, 'GET', '/api/health');
  expect({ status, body }).toEqual({
    status: 200,
    body: { status: 'ok', checks: { database: 'ok', files: 'ok', mail: 'ok', payments: 'ok' } },
  });
});

test('the page says what the server has, and lets nothing of Stripe in', async () => {
  const { headers, body } = await call(undefined, 'GET', '/accounts');
  const facts = { support: 'help@oak.example', payments: false, signup: false };
  expect(String(body)).toContain(`content="${JSON.stringify(facts).replaceAll('"', '&quot;')}"`);
  expect(headers.get('content-security-policy')).not.toContain('stripe');
  expect(headers.get('content-security-policy')).toContain("frame-src 'none'");
});

test('nobody signs up, and the operator makes associations', async () => {
  expect((await call(undefined, 'GET', '/api/signup/plans')).body).toEqual({});
  const trial = { email: 'a@b.example', name: 'A', password: PASSWORD, plan: 'starter', hoa_name: 'Ash' };
  const { status, body } = await call(undefined, 'POST', '/api/signup/trial', trial);
  expect([status, body.message]).toEqual([403, 'New HOAs are set up by the operator of this server.']);
});

test('files of the build come compressed and for good, and nothing else of its folder comes', async () => {
  const answer = await fetch(`${instance.url}/assets/a.js`, { headers: { 'Accept-Encoding': 'identity' } });
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await answer.text()).toBe('export const a = 1;');
  for (const path of ['/_headers', '/assets/none.js', '/..%2fporchlight.conf', '/assets/..%2f..%2fporchlight.conf'])
    expect([path, (await fetch(instance.url + path)).status]).toEqual([path, 404]);
});

test('a file is uploaded and downloaded under the app’s own address, by signed links alone', async () => {
  const { token } = await instance.superadmin('Files');
  const pdf = new TextEncoder().encode('%PDF-1.4\n%%EOF\n');
  const asked = { fileName: 'rules.pdf', fileType: 'application/pdf', fileSize: pdf.byteLength };
  const { body: upload } = await call(token, 'POST', '/api/documents/presigned-url', asked);
  expect(upload.uploadUrl).toMatch(`${instance.url}/files/porchlight/`);
  const put = (url: string, type = 'application/pdf') =>
    fetch(url, { method: 'PUT', body: pdf, headers: { 'Content-Type': type } });
  expect((await put(upload.uploadUrl, 'text/html')).status).toBe(403);
  expect((await put(upload.uploadUrl.replace('/porchlight/', '/porchlight/other/'))).status).toBe(403);
  expect((await put(upload.uploadUrl)).status).toBe(200);
  const facts = { title: 'Rules', category: 'Bylaws' };
  const stored = { s3_key: upload.s3Key, file_type: 'pdf', file_size: asked.fileSize };
  const { status, body: document } = await call(token, 'POST', '/api/documents', { ...facts, ...stored });
  expect([status, document.message]).toEqual([201, undefined]);
  const { body: download } = await call(token, 'POST', `/api/documents/${document._id}/download`);
  const file = await fetch(download.downloadUrl);
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(pdf);
  expect(file.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox; frame-ancestors 'none'");
  expect(file.headers.get('content-disposition')).toContain('attachment');
  const [bare] = download.downloadUrl.split('?');
  expect((await fetch(bare)).status).toBe(403);
  expect((await fetch(`${instance.url}/files/porchlight?list-type=2`)).status).toBe(403);
});

test('a change reaches another socket of the HOA, and none of another', async () => {
  const [one, other] = [await instance.superadmin('Sockets'), await instance.superadmin('Neighbours')];
  const [mine, theirs] = [await instance.socket(one.token), await instance.socket(other.token)];
  const before = theirs.said.length;
  const { status } = await call(one.token, 'POST', '/api/addresses', { street: '1 Oak Lane' });
  expect(status).toBe(201);
  await expect.poll(() => mine.said.join()).toContain('1 Oak Lane');
  expect(theirs.said).toHaveLength(before);
  mine.socket.send('ping');
  await expect.poll(() => mine.said.at(-1)).toBe('pong');
  for (const { socket } of [mine, theirs]) socket.close();
});

test('nobody opens a socket without a sign-in', async () => {
  await expect(instance.socket('nonsense')).rejects.toThrow('answered 401');
});

test('while an association is paused its people stay out, and come back after', async () => {
  const { token, email } = await instance.superadmin('Paused');
  await pauseHoa(instance.tools(), 'Paused');
  expect((await call(token, 'GET', '/api/hoa')).status).toBe(401);
  const signIn = () => call(undefined, 'POST', '/api/auth/login', { email, password: PASSWORD });
  const { status, body } = await signIn();
  expect([status, body.message]).toEqual([403, 'Your HOA is paused. Please contact the operator of this server.']);
  await resumeHoa(instance.tools(), 'Paused');
  expect((await call(token, 'GET', '/api/hoa')).status).toBe(200);
  expect((await signIn()).status).toBe(200);
});

test('setting up online payments says that there are none here', async () => {
  const { token } = await instance.superadmin('Payments');
  const { body } = await call(token, 'GET', '/api/stripe-connect/account-status');
  expect(body).toEqual({ is_offered: false, account_exists: false, account_id: null, status: null });
});
