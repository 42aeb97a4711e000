import { uuidv7 } from 'uuidv7';
import { expect } from 'vitest';
import type { Meeting } from '../../schema/tables/meetings.ts';
import { testBothApis } from '../support/apis.ts';
import type { Person, TestContext } from '../support/fixtures.ts';
import { itemRow, meetingRow, RULES, rollRow, write } from '../support/meetings.ts';
import { required } from '../support/required.ts';
import { extensionOf, GENUINE, HTML, named, put, typeOf } from '../support/uploads.ts';

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

/** An annual meeting with Rex's unit and one nobody votes for; an open, an executive and a secret item. */
const annualMeeting = async (ctx: TestContext, over: Partial<Meeting> = {}) => {
  const meeting = meetingRow(ctx.bea, 'member_annual', {
    ...{ starts_at: inHours(48), roll_frozen_at: inHours(-1), noticed: true, ...over },
  });
  const items = [
    itemRow(meeting.id, 1, { noticed: true }),
    itemRow(meeting.id, 2, { executive: true }),
    itemRow(meeting.id, 3, { kind: 'ballot', noticed: true }),
  ];
  const other = uuidv7();
  await write(ctx, async (tx) => {
    await tx.put('meeting', meeting);
    for (const item of items) await tx.put('agendaItem', item);
    if (!meeting.roll_frozen_at) return;
    await tx.put(
      'rollUnit',
      rollRow(meeting.id, required(ctx.rex.address_id), 1, { voter_ids: [ctx.rex.id, ctx.rita.id] }),
    );
    await tx.put('rollUnit', rollRow(meeting.id, other, 2, { suspended: true, voter_ids: [ctx.rex.id] }));
  });
  return { meeting_id: meeting.id, items: items.map(({ id }) => id), address_id: required(ctx.rex.address_id), other };
};

const gift = (over: object = {}) => ({ id: uuidv7(), holder_name: 'Walter White', kind: 'general', ...over });
const paper = (over: object = {}) => gift({ giver_name: 'Rex', signed_at: '2026-11-01', ...over });
const proxiesOf = async (person: Person, meeting_id: string) =>
  (await person.call('GET', `/api/meetings/${meeting_id}/proxies`)).body.docs;

testBothApis('[PROXY-01] [PROXY-02] an owner gives the proxy of their unit in the app', async (api, ctx) => {
  const { meeting_id, address_id } = await annualMeeting(ctx);
  expect(await api.act(ctx.rex, 'giveProxy', gift({ meeting_id, address_id }))).toEqual({ ok: true });
  const given = {
    holder_name: 'Walter White',
    giver_name: ctx.rex.name,
    way: 'app',
    status: 'active',
    kind: 'general',
  };
  for (const person of [ctx.rex, ctx.rita, ctx.bea]) expect(await proxiesOf(person, meeting_id)).toMatchObject([given]);
  const neighbour = await ctx.join(ctx.hoa_id, 'Nora Next', 'resident');
  expect(await proxiesOf(neighbour, meeting_id)).toEqual([]);
});

testBothApis('[PROXY-02] [M-PROXYOTHER] nobody gives the proxy of a unit that is not theirs', async (api, ctx) => {
  const { meeting_id, address_id, other } = await annualMeeting(ctx);
  const message = 'Only an owner of this unit can give its proxy.';
  const stranger = await ctx.join(ctx.hoa_id, 'Nora Next', 'resident');
  for (const person of [stranger, ctx.bea])
    expect(await api.act(person, 'giveProxy', gift({ meeting_id, address_id }))).toMatchObject({
      code: 'forbidden',
      message,
    });
  expect(await api.act(ctx.rex, 'giveProxy', gift({ meeting_id, address_id: other }))).toMatchObject({
    code: 'conflict',
  });
  expect(await api.act(ctx.rex, 'giveProxy', gift({ meeting_id, address_id: uuidv7() }))).toMatchObject({
    code: 'not_found',
  });
});

testBothApis(
  '[PROXY-02] before the roll is frozen, those who live there or hold the account are its voters',
  async (api, ctx) => {
    const { meeting_id, address_id } = await annualMeeting(ctx, { roll_frozen_at: null });
    expect(await api.act(ctx.rex, 'giveProxy', gift({ meeting_id, address_id }))).toEqual({ ok: true });
    expect(await api.act(ctx.rita, 'giveProxy', gift({ meeting_id, address_id }))).toMatchObject({ code: 'forbidden' });
  },
);

testBothApis(
  '[PROXY-08] [M-PROXYLATE] the server’s clock ends the app’s proxies, never those on paper',
  async (api, ctx) => {
    const rules = { ...RULES, proxies: { ...RULES.proxies, deadline_hours: 72 } };
    const { meeting_id, address_id } = await annualMeeting(ctx, { rules });
    const answer = await api.act(ctx.rex, 'giveProxy', gift({ meeting_id, address_id }));
    expect(answer).toMatchObject({ code: 'conflict' });
    expect(answer).toMatchObject({
      message: expect.stringMatching(
        /^This proxy arrived after the deadline \(.+, \d+:\d\d [AP]M\)\. Bring a signed paper to the check-in desk\.$/,
      ),
    });
    expect(await api.act(ctx.bea, 'recordProxy', paper({ meeting_id, address_id }))).toEqual({ ok: true });
  },
);

testBothApis('[PROXY-01] a board meeting takes no proxies', async (api, ctx) => {
  const meeting = meetingRow(ctx.bea, 'board_regular', { noticed: true, starts_at: inHours(9) });
  await write(ctx, async (tx) => tx.put('meeting', meeting));
  const args = { meeting_id: meeting.id, address_id: ctx.rex.address_id };
  const refused = { code: 'conflict', message: 'This meeting does not allow proxies.' };
  expect(await api.act(ctx.rex, 'giveProxy', gift(args))).toMatchObject(refused);
  expect(await api.act(ctx.bea, 'recordProxy', paper(args))).toMatchObject(refused);
});

testBothApis(
  '[PROXY-03] the board records a proxy on paper, and so does who was named for a desk',
  async (api, ctx) => {
    const desk = await ctx.join(ctx.hoa_id, 'Dora Desk', 'resident');
    const { meeting_id, address_id } = await annualMeeting(ctx, { desk_ids: [desk.id], recorder_ids: [desk.id] });
    expect(await api.act(ctx.rex, 'recordProxy', paper({ meeting_id, address_id }))).toMatchObject({
      code: 'forbidden',
    });
    for (const person of [ctx.bea, desk])
      expect(await api.act(person, 'recordProxy', paper({ meeting_id, address_id }))).toEqual({ ok: true });
    expect(await proxiesOf(ctx.rex, meeting_id)).toHaveLength(2);
    expect(await proxiesOf(ctx.bea, meeting_id)).toMatchObject([
      { way: 'paper', signed_at: '2026-11-01', recorded_by: desk.id },
      { way: 'paper', signed_at: '2026-11-01', recorded_by: ctx.bea.id },
    ]);
  },
);

/** Uploads a file for a proxy, as the browser does. Returns its key. */
const upload = async (person: Person, fileName: string, bytes = required(GENUINE[extensionOf(fileName)])) => {
  const { body } = await person.call('POST', '/api/meetings/presigned-url', named(fileName, bytes));
  expect(await put(body.uploadUrl, bytes, typeOf(fileName))).toBe(200);
  return body.s3Key as string;
};
const link = (person: Person, s3Key: string) => person.call('POST', '/api/meetings/download-url', { s3Key });

testBothApis(
  '[PROXY-03] the photo of a paper follows its record, and is for the board and the unit alone',
  async (api, ctx) => {
    const desk = await ctx.join(ctx.hoa_id, 'Dora Desk', 'resident');
    const { meeting_id, address_id } = await annualMeeting(ctx, { desk_ids: [desk.id], recorder_ids: [desk.id] });
    await api.act(ctx.bea, 'recordProxy', paper({ meeting_id, address_id }));
    const [{ _id: id }] = await proxiesOf(ctx.bea, meeting_id);
    const attach = async (person: Person, name: string) =>
      api.act(person, 'attachProxyPhoto', { id, photo_url: await upload(person, name) });
    expect(await attach(ctx.bea, 'first.jpg')).toEqual({ ok: true });
    const first = (await proxiesOf(ctx.rex, meeting_id))[0].photo;
    expect(first).toMatchObject({ name: 'first.jpg', type: 'image/jpeg' });
    for (const person of [ctx.bea, ctx.rex, ctx.rita]) expect((await link(person, first.key)).status).toBe(200);
    const stranger = await ctx.join(ctx.hoa_id, 'Nora Next', 'resident');
    for (const person of [stranger, ctx.otto, ctx.olga]) expect((await link(person, first.key)).status).toBe(404);
    expect(await attach(desk, 'second.png')).toEqual({ ok: true });
    expect((await proxiesOf(ctx.bea, meeting_id))[0].photo).toMatchObject({ name: 'second.png' });
    expect((await link(ctx.bea, first.key)).status).toBe(404);
    const sql = "SELECT count(*) AS due FROM outbox WHERE kind = 'deleteFile' AND idempotency_key LIKE ?";
    const { rows } = await ctx.db.execute({ sql, args: [`deleteFile:${first.key}%`] });
    expect(Number(rows[0]?.due)).toBe(1);
  },
);

testBothApis(
  '[PROXY-03] [FILE-09] who may not record attaches nothing; nor is a key taken that is not what it says',
  async (api, ctx) => {
    const { meeting_id, address_id } = await annualMeeting(ctx);
    await api.act(ctx.bea, 'recordProxy', paper({ meeting_id, address_id }));
    await api.act(ctx.rex, 'giveProxy', gift({ meeting_id, address_id }));
    const proxies = await proxiesOf(ctx.bea, meeting_id);
    const idOf = (way: string) => proxies.find((proxy: { way: string }) => proxy.way === way)._id;
    const attach = (person: Person, photo_url: string, way = 'paper') =>
      api.act(person, 'attachProxyPhoto', { id: idOf(way), photo_url });
    expect(await attach(ctx.rex, await upload(ctx.rex, 'own.jpg'))).toMatchObject({ code: 'forbidden' });
    expect(await attach(ctx.olga, await upload(ctx.olga, 'a.jpg'))).toMatchObject({ code: 'not_found' });
    expect(await attach(ctx.bea, await upload(ctx.olga, 'a.jpg'))).toMatchObject({ code: 'not_found' });
    expect(await attach(ctx.bea, await upload(ctx.bea, 'a.png', HTML))).toMatchObject({ code: 'invalid' });
    const document = await ctx.bea.call('POST', '/api/documents/presigned-url', named('a.pdf'));
    await put(document.body.uploadUrl, required(GENUINE.pdf), typeOf('a.pdf'));
    expect(await attach(ctx.bea, document.body.s3Key)).toMatchObject({ code: 'not_found' });
    for (const key of ['no/such/key', `files/${ctx.hoa_id}/meetings/../x.png`, 'x'.repeat(1025), ''])
      expect(await attach(ctx.bea, key)).toMatchObject({ ok: false });
    expect(await attach(ctx.bea, await upload(ctx.bea, 'a.jpg'), 'app')).toMatchObject({
      code: 'conflict',
      message: 'A proxy given in the app has no paper form.',
    });
    expect((await proxiesOf(ctx.bea, meeting_id)).map(({ photo }: { photo: unknown }) => photo)).toEqual([null, null]);
  },
);

testBothApis(
  '[PROXY-05] an owner revokes for good; the board records a revocation at its own time',
  async (api, ctx) => {
    const { meeting_id, address_id } = await annualMeeting(ctx);
    for (const _ of [1, 2]) await api.act(ctx.rex, 'giveProxy', gift({ meeting_id, address_id }));
    const [{ _id: first }, { _id: second }] = await proxiesOf(ctx.bea, meeting_id);
    const stranger = await ctx.join(ctx.hoa_id, 'Nora Next', 'resident');
    expect(await api.act(stranger, 'revokeProxy', { id: first })).toMatchObject({ code: 'not_found' });
    const at = inHours(-2);
    expect(await api.act(ctx.rita, 'revokeProxy', { id: first, at })).toEqual({ ok: true });
    expect(await api.act(ctx.bea, 'revokeProxy', { id: second, at })).toEqual({ ok: true });
    const [one, other] = await proxiesOf(ctx.bea, meeting_id);
    expect(one).toMatchObject({ _id: first, status: 'revoked', revoked_by_name: ctx.rita.name });
    expect(one.revoked_at > at).toBe(true);
    expect(other).toMatchObject({ _id: second, status: 'revoked', revoked_at: at });
    expect(await api.act(ctx.bea, 'settleProxy', { id: first, status: 'active' })).toMatchObject({
      code: 'conflict',
      message: 'This proxy was revoked.',
    });
  },
);

testBothApis('[PROXY-04] the board rules a proxy invalid with a reason, and takes it back', async (api, ctx) => {
  const { meeting_id, address_id } = await annualMeeting(ctx);
  await api.act(ctx.bea, 'recordProxy', paper({ meeting_id, address_id }));
  const [{ _id: id }] = await proxiesOf(ctx.bea, meeting_id);
  expect(await api.act(ctx.rex, 'settleProxy', { id, status: 'invalid', reason: 'x' })).toMatchObject({
    code: 'forbidden',
  });
  expect(await api.act(ctx.bea, 'settleProxy', { id, status: 'invalid' })).toMatchObject({
    message: 'Please say why the proxy is not valid.',
  });
  expect(await api.act(ctx.bea, 'settleProxy', { id, status: 'invalid', reason: 'Not signed' })).toEqual({ ok: true });
  expect(await proxiesOf(ctx.rex, meeting_id)).toMatchObject([{ status: 'invalid', status_reason: 'Not signed' }]);
  expect(await api.act(ctx.bea, 'settleProxy', { id, status: 'active' })).toEqual({ ok: true });
  expect(await proxiesOf(ctx.rex, meeting_id)).toMatchObject([{ status: 'active', status_reason: null }]);
});

testBothApis(
  '[PROXY-10] directions are for open items alone, never for what is voted on in secret',
  async (api, ctx) => {
    const { meeting_id, address_id, items } = await annualMeeting(ctx);
    const give = (item_id: string | undefined) =>
      api.act(
        ctx.rex,
        'giveProxy',
        gift({ meeting_id, address_id, kind: 'directed', directions: item_id ? [{ item_id, choice: 'against' }] : [] }),
      );
    expect(await give(undefined)).toMatchObject({ code: 'invalid' });
    expect(await give(items[1])).toMatchObject({ code: 'not_found' });
    expect(await give(items[2])).toMatchObject({ code: 'not_found' });
    expect(await give(items[0])).toEqual({ ok: true });
    expect(await proxiesOf(ctx.bea, meeting_id)).toMatchObject([
      { directions: [{ item_id: items[0], choice: 'against' }] },
    ]);
  },
);

testBothApis('[INV-13] another HOA’s meeting takes no proxy', async (api, ctx) => {
  const { meeting_id, address_id } = await annualMeeting(ctx);
  expect(await api.act(ctx.otto, 'giveProxy', gift({ meeting_id, address_id }))).toMatchObject({ code: 'not_found' });
  expect(await api.act(ctx.olga, 'recordProxy', paper({ meeting_id, address_id }))).toMatchObject({
    code: 'not_found',
  });
});
