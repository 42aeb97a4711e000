import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { LOGO_LIMIT } from '../../schema/hoas.ts';
import { logoPath } from '../../sync/hoas/logo.ts';
import { versionsOf } from '../../sync/versions.ts';
import { deleteFile } from '../../worker/jobs/files.ts';
import { testBothApis } from '../support/apis.ts';
import { offline, online, refusals, row } from '../support/conflicts.ts';
import { Device } from '../support/device.ts';
import { createContext, type Person, type TestContext } from '../support/fixtures.ts';
import { GENUINE, HTML, named, padded, put } from '../support/uploads.ts';

const OK = { ok: true };
const SIZE = { width: 320, height: 80 };

const uploadLogo = async (person: Person, fileName = 'logo.png', bytes = GENUINE.png): Promise<string> => {
  const file = named(fileName, bytes);
  const { status, body } = await person.call('POST', '/api/branding/presigned-url', file);
  expect(status).toBe(200);
  expect(await put(body.uploadUrl, bytes as Uint8Array, file.fileType)).toBe(200);
  return body.s3Key;
};

const stored = async ({ db }: TestContext, id: string) =>
  (await db.execute({ sql: 'SELECT * FROM hoas WHERE id = ?', args: [id] })).rows[0];
const onPlan = ({ db }: TestContext, id: string, plan: string) =>
  db.execute({ sql: 'UPDATE hoas SET plan = ?, rev = rev + 1 WHERE id = ?', args: [plan, id] });

testBothApis('[BILLING-07] a superadmin alone sets the accent color and the logo', async (api, ctx) => {
  for (const person of [ctx.bea, ctx.rex])
    expect(await api.act(person, 'updateBranding', { accent: '#336699' })).toMatchObject({ code: 'forbidden' });
  expect(await api.act(ctx.sue, 'updateBranding', { accent: 'A1B2C3' })).toEqual(OK);
  const s3Key = await uploadLogo(ctx.sue);
  expect(await api.act(ctx.sue, 'updateBranding', { logo: { s3Key, ...SIZE } })).toEqual(OK);
  const { body } = await ctx.rex.call('GET', '/api/hoa');
  expect(body).toMatchObject({ accent: '#a1b2c3', logo_url: expect.stringContaining('/api/logos/') });
  expect(await api.act(ctx.sue, 'updateBranding', { accent: null, logo: null })).toEqual(OK);
  expect((await ctx.rex.call('GET', '/api/hoa')).body).toMatchObject({ accent: null, logo_url: null });
  expect(await stored(ctx, ctx.olga.hoa_id)).toMatchObject({ accent: null, logo_key: null });
});

testBothApis('what is no color and no image is refused, and nobody takes the file of another', async (api, ctx) => {
  for (const accent of ['red', '#12345', 'url(#a)', '#1234567', 7])
    expect(await api.act(ctx.sue, 'updateBranding', { accent })).toEqual({
      ...{ ok: false, code: 'invalid' },
      message: 'Please enter a color such as #1d5b4b',
    });
  const image = await ctx.sue.call('POST', '/api/branding/presigned-url', named('logo.pdf'));
  expect([image.status, image.body.message]).toEqual([400, 'Please choose a PNG or JPEG image']);
  const large = { ...named('logo.png'), fileSize: LOGO_LIMIT + 1 };
  expect((await ctx.sue.call('POST', '/api/branding/presigned-url', large)).body.message).toBe(
    'A logo can be at most 200 kB',
  );
  const disguised = await uploadLogo(ctx.sue, 'logo.png', HTML);
  const theirs = `files/${ctx.olga.hoa_id}/branding/${uuidv7()}.png`;
  expect(await api.act(ctx.sue, 'updateBranding', { logo: { s3Key: disguised, ...SIZE } })).toMatchObject({
    message: 'Please choose a PNG or JPEG image',
  });
  expect(await api.act(ctx.sue, 'updateBranding', { logo: { s3Key: theirs, ...SIZE } })).toMatchObject({
    code: 'not_found',
  });
  expect(await stored(ctx, ctx.hoa_id)).toMatchObject({ logo_key: null });
});

testBothApis(
  '[BILLING-07] [BILLING-08] on a plan without it nothing new is set; what was set goes on showing and can be taken away',
  async (api, ctx) => {
    await onPlan(ctx, ctx.hoa_id, 'growth');
    expect(await api.act(ctx.sue, 'updateBranding', { accent: '#336699' })).toEqual(OK);
    await onPlan(ctx, ctx.hoa_id, 'starter');
    expect(await api.act(ctx.sue, 'updateBranding', { accent: '#ff0000' })).toEqual({
      ...{ ok: false, code: 'forbidden' },
      message: 'Your plan does not include custom branding. It comes with the Growth plan.',
    });
    expect((await ctx.rex.call('GET', '/api/hoa')).body.accent).toBe('#336699');
    expect(await api.act(ctx.sue, 'updateBranding', { accent: null })).toEqual(OK);
    expect((await ctx.rex.call('GET', '/api/hoa')).body.accent).toBeNull();
  },
);

test('a logo is shown to everyone who knows its address, as the image it is, and to nobody who guesses', async () => {
  const ctx = await createContext();
  const s3Key = await uploadLogo(ctx.sue);
  const { body } = await ctx.sue.call('PUT', '/api/hoa/branding', { logo: { s3Key, ...SIZE } });
  const path = new URL(body.logo_url).pathname;
  const answer = await ctx.app.request(path);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=2592000, immutable',
  });
  expect(await answer.bytes()).toEqual(GENUINE.png);
  const unknown = [
    path.replace(ctx.hoa_id, ctx.olga.hoa_id),
    path.replace('.png', '.jpg'),
    `/api/logos/${uuidv7()}/a.png`,
  ];
  const refused = await Promise.all(unknown.map(async (one) => ctx.app.request(one)));
  const answers = await Promise.all(refused.map(async (one) => `${one.status} ${await one.text()}`));
  expect(answers[0]).toMatch(/^404 .*File not found/);
  expect(new Set(answers).size).toBe(1);
});

test('a replaced logo stays for mails that show it, and is gone once it is deleted; the one in use is not', async () => {
  const ctx = await createContext();
  const use = async () => {
    const s3Key = await uploadLogo(ctx.sue, 'logo.jpg', padded('jpg', 900));
    await ctx.sue.call('PUT', '/api/hoa/branding', { logo: { s3Key, ...SIZE } });
    return String((await stored(ctx, ctx.hoa_id))?.logo_key);
  };
  const [old, current] = [await use(), await use()];
  const job = { sql: "SELECT payload FROM outbox WHERE hoa_id = ? AND kind = 'deleteFile'", args: [ctx.hoa_id] };
  expect(JSON.stringify((await ctx.db.execute(job)).rows)).toContain(old);
  const statusOf = async (key: string) => (await ctx.app.request(logoPath(key))).status;
  expect([await statusOf(old), await statusOf(current)]).toEqual([200, 200]);
  for (const key of [old, current]) await deleteFile(ctx.deps, { key }, undefined as never);
  expect([await statusOf(old), await statusOf(current)]).toEqual([404, 200]);
});

test('an older color that arrives late is refused where somebody has set another since, its content kept', async () => {
  const ctx = await createContext();
  const [desk, phone] = [await new Device(ctx, ctx.sue).sync(), await new Device(ctx, ctx.sue).sync()];
  offline(desk, phone);
  const change = (device: Device, accent: string) =>
    device.store.mutate('updateBranding', { accent, base: versionsOf(row(device, 'hoa', ctx.hoa_id), ['accent']) });
  await change(desk, '#336699');
  await change(phone, '#aa2200');
  await online(desk);
  await online(phone);
  expect(row(phone, 'hoa', ctx.hoa_id)).toMatchObject({ accent: '#336699' });
  expect(refusals(phone)).toMatchObject([{ mutation: 'updateBranding', args: { accent: '#aa2200' } }]);
});
