import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import { testBothApis } from '../support/apis.ts';
import { Device } from '../support/device.ts';
import { contextForAll } from '../support/fixtures.ts';
import { addMessage, draft, inDays, issue, list, mailsAbout, read, setStatus, upload } from '../support/violations.ts';

const ctx = contextForAll();
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('[VIO-28] [API-09] [API-10] issuing a violation', () => {
  test('[VIO-20] [VIO-37] [VIO-43] it is open, at the resident’s address, and answers 201 with the record', async () => {
    const { rex, bea } = ctx;
    const photo_url = await upload(bea, 'bins.png');
    const body = await issue(bea, rex, { title: '  Bins ', photo_url, due_date: `${inDays(14)}T05:00:00.000Z` });
    expect(body).toEqual({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      user_id: { _id: rex.id, name: rex.name, email: rex.email },
      address_id: { _id: rex.address_id, street: expect.stringContaining('Willow Lane'), unit_number: null },
      issued_by: { _id: bea.id, name: bea.name, email: bea.email },
      category: 'Trash',
      title: 'Bins',
      message: '<p>Behind the screen, please</p>',
      due_date: inDays(14),
      photo_url: expect.stringMatching(/^files\//),
      photo: { key: body.photo_url, name: 'bins.png', size: 16, type: 'image/png' },
      more_photos: null,
      status: 'open',
      createdAt: INSTANT,
      messages: [],
      resolution: null,
      history: [
        { action: 'Created the violation', user_id: { _id: bea.id, name: bea.name }, timestamp: body.createdAt },
      ],
    });
    for (const person of [rex, bea]) expect(await read(person, body._id)).toEqual(body);
  });

  testBothApis(
    '[VIO-50] [SYNC-12] it asks once for the resident’s mail, and a refused one never does',
    async (api, ctx) => {
      const { bea, rex } = ctx;
      const args = { id: uuidv7(), ...draft(rex) };
      expect(await api.act(bea, 'createViolation', args)).toEqual({ ok: true });
      const [{ _id }] = (await list(bea)).docs;
      expect(await mailsAbout(ctx, _id)).toBe(1);
      const refused = { id: uuidv7(), ...draft(rex), title: '' };
      expect(await api.act(bea, 'createViolation', refused)).toMatchObject({ ok: false });
      await setStatus(bea, _id, 'escalated');
      await addMessage(bea, _id, '<p>Well?</p>');
      const { rows } = await ctx.db.execute({
        sql: "SELECT count(*) AS mails FROM outbox WHERE hoa_id = ? AND kind = 'mailViolation'",
        args: [ctx.hoa_id],
      });
      expect(rows[0]?.mails).toBe(1);
    },
  );

  test('[VIO-50] [SYNC-11] written offline it notifies when it is accepted, once, however often it is sent', async () => {
    const { bea, rex } = ctx;
    const device = await new Device(ctx, bea).sync();
    device.online = false;
    const id = uuidv7();
    await device.store.mutate('createViolation', { id, ...draft(rex) });
    expect(device.store.rows('violation').get(id)).toMatchObject({ status: 'open', issued_by_name: bea.name });
    expect(await mailsAbout(ctx, id)).toBe(0);
    device.online = true;
    device.loseAnswers = 2;
    await device.sync();
    expect(await mailsAbout(ctx, id)).toBe(1);
    expect(await read(rex, id)).toMatchObject({ _id: id, history: [expect.anything()] });
    await device.close();
  });

  testBothApis(
    '[SEC-13] [SEC-17] [SYNC-16] what only the server may set is ignored',
    async (api, { bea, rex, rita, olga }) => {
      const forged = {
        hoa_id: olga.hoa_id,
        address_id: rita.address_id,
        issued_by: olga.id,
        issued_by_name: 'Somebody',
        status: 'dismissed',
        resolution: { resolved_by: olga.id },
        history: [],
        messages: [{ message: 'x' }],
        created_at: '2020-01-01T00:00:00.000Z',
        rev: 99,
      };
      expect(await api.act(bea, 'createViolation', { id: uuidv7(), ...draft(rex), ...forged })).toEqual({ ok: true });
      const [violation] = (await list(rex)).docs;
      expect(violation).toMatchObject({
        status: 'open',
        resolution: null,
        messages: [],
        history: [expect.anything()],
        issued_by: { _id: bea.id, name: bea.name },
        address_id: { _id: rex.address_id },
      });
      expect(Date.parse(violation.createdAt)).toBeGreaterThan(Date.now() - 60_000);
      expect((await list(olga)).totalDocs).toBe(0);
    },
  );

  const wrong: [changes: object, message: string][] = [
    [{ user_id: undefined }, 'Please select a resident'],
    [{ user_id: '' }, 'Please select a resident'],
    [{ user_id: null }, 'Please select a resident'],
    [{ title: undefined }, 'Title is required'],
    [{ title: ' \t ' }, 'Title is required'],
    [{ title: 'x'.repeat(201) }, 'Cannot exceed 200 characters'],
    [{ message: undefined }, 'Message is required'],
    [{ message: '<p>&nbsp;</p><p><br></p>' }, 'Message is required'],
    [{ message: '<script>alert(1)</script>' }, 'Message is required'],
    [{ message: 'x'.repeat(50_001) }, 'Cannot exceed 50,000 characters'],
    [{ due_date: undefined }, 'Due date is required'],
    [{ due_date: '' }, 'Due date is required'],
    [{ due_date: 'tomorrow' }, 'Invalid date'],
    [{ due_date: '2031-02-30' }, 'Invalid date'],
    [{ due_date: inDays(-2) }, 'Due date cannot be in the past'],
    [{ due_date: '1999-12-31T00:00:00.000Z' }, 'Due date cannot be in the past'],
    [{ category: 'Graffiti' }, 'Category is required'],
    [{ category: null }, 'Category is required'],
  ];
  testBothApis('[VIO-27] [VIO-29] [VIO-30] every field rule is checked by the server', async (api, { bea, rex }) => {
    for (const [changes, message] of wrong) {
      const outcome = await api.act(bea, 'createViolation', { id: uuidv7(), ...draft(rex), ...changes });
      expect(outcome).toEqual({ ok: false, code: 'invalid', message });
    }
    expect((await list(bea)).totalDocs).toBe(0);
  });

  test('[API-05] every wrong field is told with its message', async () => {
    const { status, body } = await ctx.bea.call('POST', '/api/violations', {});
    expect([status, body.message]).toEqual([400, 'Please select a resident']);
    expect(body.errors).toEqual([
      { path: 'user_id', msg: 'Please select a resident' },
      { path: 'title', msg: 'Title is required' },
      { path: 'message', msg: 'Message is required' },
      { path: 'due_date', msg: 'Due date is required' },
    ]);
    const past = await ctx.bea.call('POST', '/api/violations', draft(ctx.rex, { due_date: inDays(-9) }));
    expect(past.body.errors).toEqual([{ path: 'due_date', msg: 'Due date cannot be in the past' }]);
  });

  testBothApis(
    '[VIO-31] the day before the server’s own day is somebody’s today; written offline, that day decides',
    async (api, { bea, rex }) => {
      for (const more of [
        { due_date: inDays(-1) },
        { due_date: inDays(0) },
        { due_date: inDays(-6), written_at: `${inDays(-5)}T20:00:00.000Z` },
      ])
        expect(await api.act(bea, 'createViolation', { id: uuidv7(), ...draft(rex), ...more })).toEqual({ ok: true });
      for (const more of [
        { due_date: inDays(-7), written_at: `${inDays(-5)}T20:00:00.000Z` },
        { due_date: inDays(-2), written_at: `${inDays(5)}T20:00:00.000Z` },
      ])
        expect(await api.act(bea, 'createViolation', { id: uuidv7(), ...draft(rex), ...more })).toEqual({
          ok: false,
          code: 'invalid',
          message: 'Due date cannot be in the past',
        });
    },
  );

  test('[VIO-21] [SYNC-15] the category is Other where none is named, and an id in use is refused', async () => {
    const first = await issue(ctx.bea, ctx.rex, { category: undefined });
    expect(first.category).toBe('Other');
    const again = await ctx.bea.call('POST', '/api/violations', { ...draft(ctx.rex), id: first._id });
    expect([again.status, again.body.code]).toEqual([409, 'id_taken']);
  });

  testBothApis(
    '[RICH-03] [RICH-04] [VIO-32] script in rich text never reaches the store',
    async (api, { bea, rex, db }) => {
      const message =
        '<p onclick=alert(1)>Words<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:x">link</a></p>';
      await api.act(bea, 'createViolation', { id: uuidv7(), ...draft(rex), message });
      const [{ _id }] = (await list(bea)).docs;
      await api.act(rex, 'addViolationMessage', { id: uuidv7(), violation_id: _id, message });
      const { rows } = await db.execute({
        sql: 'SELECT v.message AS issued, m.message AS said FROM violations v JOIN violation_messages m ON m.violation_id = v.id WHERE v.id = ?',
        args: [_id],
      });
      expect({ ...rows[0] }).toEqual({ issued: '<p>Wordslink</p>', said: '<p>Wordslink</p>' });
    },
  );
});
