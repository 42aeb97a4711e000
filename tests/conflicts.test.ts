import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import type { Entity, Rows } from '../schema/rows.ts';
import { versionToSend } from '../sync/announcements.ts';
import { applyListChange, conflictsIn, listChange, versionOf, versionsOf } from '../sync/edits.ts';
import type { MutatorName } from '../sync/index.ts';
import { Device } from './support/device.ts';
import { upload } from './support/documents.ts';
import { createContext, type Person, type TestContext } from './support/fixtures.ts';

/** Two of the board, each with a device of their own. */
const two = async () => {
  const ctx = await createContext();
  const [bea, sue] = [await new Device(ctx, ctx.bea).sync(), await new Device(ctx, ctx.sue).sync()];
  return { ctx, bea, sue };
};

const offline = (...devices: Device[]) => {
  for (const device of devices) device.online = false;
};

const online = async (device: Device) => {
  device.online = true;
  await device.sync();
};

const row = <E extends Entity>(device: Device, entity: E, id: string): Rows[E] => device.store.rows(entity).get(id)!;

/** An edit as the forms send it: what was changed, and what the author saw of it. */
const edit = (device: Device, entity: Entity, mutation: MutatorName, id: string, changes: object) =>
  device.store.mutate(mutation, { id, ...changes, base: versionsOf(row(device, entity, id), Object.keys(changes)) });

const refusals = (device: Device) =>
  device.store
    .rows('refusal')
    .all.map(({ mutation, args, message }) => ({ mutation, args: args as Record<string, unknown>, message }));

const draftOn = async (device: Device, over: object = {}) => {
  const id = uuidv7();
  await device.store.mutate('createAnnouncement', { id, title: 'Pool', message: '<p>Closed on Monday</p>', ...over });
  await device.sync();
  return id;
};

/** Makes a record on Bea's device for each kind that has long fields. */
const makers: Record<string, (device: Device, ctx: TestContext) => Promise<string>> = {
  announcement: (device) => draftOn(device),
  request: async (device) => {
    const id = uuidv7();
    await device.store.mutate('createRequest', { id, title: 'Lamp', description: '<p>Out.</p>', category: 'Other' });
    await device.sync();
    return id;
  },
  address: async (device) => {
    const id = uuidv7();
    await device.store.mutate('createAddress', { id, street: `${id} Willow Lane` });
    await device.sync();
    return id;
  },
  due: async (device, ctx) => {
    const id = uuidv7();
    const terms = { title: 'Dues', amount: 10, frequency: 'one_time', recipients: [ctx.rex.id] };
    await device.store.mutate('createDue', { id, ...terms, send_date: '2099-01-01' });
    await device.sync();
    return id;
  },
  document: async (device, ctx) => {
    const s3_key = await upload(ctx.bea, 'rules.pdf');
    const facts = { title: 'Rules', category: 'Bylaws', s3_key, file_type: 'pdf', file_size: 10 };
    const { body } = await ctx.bea.call('POST', '/api/documents', facts);
    await device.sync();
    return body._id;
  },
};

const LONG: [Entity, MutatorName, field: string, word: string][] = [
  ['announcement', 'updateAnnouncement', 'title', 'title was'],
  ['announcement', 'updateAnnouncement', 'message', 'message was'],
  ['request', 'updateRequest', 'resolution_notes', 'resolution notes were'],
  ['due', 'updateDue', 'title', 'title was'],
  ['due', 'updateDue', 'description', 'description was'],
  ['document', 'updateDocument', 'title', 'title was'],
  ['document', 'updateDocument', 'notes', 'notes were'],
];

describe('two who edit offline', () => {
  test.each(LONG)(
    '[SYNC-17] %s: %s of an older %s is refused, what stands stays, the text comes back',
    async (...of) => {
      const [entity, mutation, field, word] = of;
      const { ctx, bea, sue } = await two();
      const id = await makers[entity]!(bea, ctx);
      await sue.sync();
      offline(bea, sue);
      await edit(bea, entity, mutation, id, { [field]: 'By Bea' });
      await edit(sue, entity, mutation, id, { [field]: 'By Sue' });
      await online(sue);
      await online(bea);
      expect(row(bea, entity, id)).toMatchObject({ [field]: 'By Sue' });
      expect(refusals(bea)).toMatchObject([
        {
          mutation,
          args: { [field]: 'By Bea' },
          message: `The ${word} changed by Sue Whitfield meanwhile. Compare both and save again.`,
        },
      ]);
      await sue.sync();
      expect(refusals(sue)).toEqual([]);
    },
  );

  test('[SYNC-17] notes of an address are kept from an older edit; what the older form left as it was stays as it is', async () => {
    const { ctx, bea, sue } = await two();
    const id = await makers.address!(bea, ctx);
    await sue.sync();
    offline(bea, sue);
    const { street } = row(bea, 'address', id);
    const form = (device: Device, changes: object) =>
      edit(device, 'address', 'updateAddress', id, {
        street,
        unit_number: null,
        is_rented: false,
        notes: null,
        ...changes,
      });
    await form(bea, { is_rented: true });
    await form(bea, { notes: 'By Bea' });
    await form(sue, { notes: 'By Sue', unit_number: '4' });
    await online(sue);
    await online(bea);
    expect(row(bea, 'address', id)).toMatchObject({ is_rented: true, unit_number: '4', notes: 'By Sue' });
    expect(refusals(bea)).toMatchObject([{ mutation: 'updateAddress', args: { notes: 'By Bea' } }]);
  });

  test('[SYNC-17] [VIO-14] a status set offline does not drop notes its author never saw; without notes the last one counts', async () => {
    const { ctx, bea, sue } = await two();
    const id = uuidv7();
    await bea.store.mutate('createViolation', {
      id,
      user_id: ctx.rex.id,
      title: 'Bins',
      message: '<p>x</p>',
      due_date: '2099-01-01',
    });
    await bea.sync();
    await sue.sync();
    offline(bea, sue);
    const unseen = { base: { resolution_notes: versionOf(null) } };
    await bea.store.mutate('setViolationStatus', { id, status: 'under_review', ...unseen });
    await bea.store.mutate('setViolationStatus', { id, status: 'dismissed', ...unseen });
    await sue.store.mutate('setViolationStatus', { id, status: 'escalated', ...unseen });
    await sue.store.mutate('setViolationStatus', { id, status: 'resolved', resolution_notes: 'Done', ...unseen });
    await online(bea);
    await online(sue);
    expect(row(sue, 'violation', id).resolution).toMatchObject({
      resolved_by_name: 'Sue Whitfield',
      resolution_notes: 'Done',
    });
    offline(bea);
    await bea.store.mutate('setViolationStatus', { id, status: 'dismissed', ...unseen });
    await online(bea);
    expect(row(bea, 'violation', id)).toMatchObject({ status: 'resolved', resolution: { resolution_notes: 'Done' } });
    expect(refusals(bea)).toMatchObject([{ mutation: 'setViolationStatus', args: { status: 'dismissed' } }]);
    const lines = row(bea, 'violation', id).history.map(({ action, name }) => `${name}: ${action}`);
    expect(lines.slice(1)).toEqual([
      'Bea Marsh: Set under review',
      'Bea Marsh: Set dismissed',
      'Sue Whitfield: Set escalated',
      'Sue Whitfield: Set resolved',
    ]);
  });

  test('[SYNC-17] the status of a request is the last one sent, and both stand in its history', async () => {
    const { ctx, bea, sue } = await two();
    const id = await makers.request!(bea, ctx);
    await sue.sync();
    offline(bea, sue);
    await bea.store.mutate('updateRequest', { id, status: 'resolved' });
    await sue.store.mutate('updateRequest', { id, status: 'rejected' });
    await online(sue);
    await online(bea);
    expect(row(bea, 'request', id).status).toBe('resolved');
    expect(
      row(bea, 'request', id)
        .history.map(({ action }) => action)
        .slice(1),
    ).toEqual(['Set rejected', 'Set resolved']);
    expect(refusals(bea)).toEqual([]);
  });

  test('short fields of a due, a document, a person and an announcement are the last ones sent', async () => {
    const { ctx, bea, sue } = await two();
    const [due, draft] = [await makers.due!(bea, ctx), await draftOn(bea)];
    const document = await makers.document!(bea, ctx);
    await sue.sync();
    offline(bea, sue);
    for (const [device, status, amount, category, isPublic, name] of [
      [sue, 'inactive', 20, 'event', false, 'Rexa'],
      [bea, 'active', 30, 'urgent', true, 'Rexo'],
    ] as const) {
      await edit(device, 'due', 'updateDue', due, { status, amount });
      await edit(device, 'announcement', 'updateAnnouncement', draft, { category });
      await edit(device, 'document', 'updateDocument', document, { is_public: isPublic });
      await device.store.mutate('updateUser', { id: ctx.rex.id, name });
    }
    await online(sue);
    await online(bea);
    expect(row(bea, 'due', due)).toMatchObject({ status: 'active', amount_cents: 3000 });
    expect(row(bea, 'announcement', draft).category).toBe('urgent');
    expect(row(bea, 'document', document).is_public).toBe(true);
    expect(row(bea, 'user', ctx.rex.id).name).toBe('Rexo');
    expect(refusals(bea)).toEqual([]);
  });

  test('different fields of one record are both kept', async () => {
    const { bea, sue } = await two();
    const id = await draftOn(bea);
    await sue.sync();
    offline(bea, sue);
    await edit(bea, 'announcement', 'updateAnnouncement', id, { title: 'By Bea' });
    await edit(sue, 'announcement', 'updateAnnouncement', id, { message: '<p>By Sue</p>' });
    await online(sue);
    await online(bea);
    expect(row(bea, 'announcement', id)).toMatchObject({ title: 'By Bea', message: '<p>By Sue</p>' });
    expect(refusals(bea)).toEqual([]);
  });

  test('the same words from both are no conflict', async () => {
    const { bea, sue } = await two();
    const id = await draftOn(bea);
    await sue.sync();
    offline(bea, sue);
    for (const device of [bea, sue])
      await edit(device, 'announcement', 'updateAnnouncement', id, { message: '<p>Closed on Tuesday</p>' });
    await online(sue);
    await online(bea);
    expect(refusals(bea)).toEqual([]);
  });

  test('one’s own edits offline, each based on the one before, all arrive, also where the server cleans their text', async () => {
    const { bea } = await two();
    offline(bea);
    const id = uuidv7();
    const untidy = '<p class="x">Closed<br/>on <b>Mon</b>day &amp; <script>no</script>later';
    await bea.store.mutate('createAnnouncement', { id, title: 'Pool', message: untidy });
    for (const message of [`${untidy} one`, `${untidy} two`, untidy, `<div>${untidy}</div>`])
      await edit(bea, 'announcement', 'updateAnnouncement', id, { message });
    await online(bea);
    expect(refusals(bea)).toEqual([]);
    expect(row(bea, 'announcement', id).message).toMatch(/^<p>Closed<br ?\/?>on Monday &amp; later<\/p>$/);
    offline(bea);
    await edit(bea, 'announcement', 'updateAnnouncement', id, { message: '<p>Open</p>' });
    await online(bea);
    expect(refusals(bea)).toEqual([]);
    expect(row(bea, 'announcement', id).message).toBe('<p>Open</p>');
  });

  test('after a refused edit, the later one that was based on it is refused too, and nothing of either is lost', async () => {
    const { bea, sue } = await two();
    const id = await draftOn(bea);
    await sue.sync();
    offline(bea, sue);
    await edit(bea, 'announcement', 'updateAnnouncement', id, { message: '<p>First</p>' });
    await edit(bea, 'announcement', 'updateAnnouncement', id, { message: '<p>Second</p>' });
    await edit(sue, 'announcement', 'updateAnnouncement', id, { message: '<p>By Sue</p>' });
    await online(sue);
    await online(bea);
    const texts = refusals(bea).map(({ args }) => args.message);
    expect(texts.sort()).toEqual(['<p>First</p>', '<p>Second</p>']);
    await edit(bea, 'announcement', 'updateAnnouncement', id, { message: '<p>Merged</p>' });
    await bea.sync();
    expect(row(bea, 'announcement', id).message).toBe('<p>Merged</p>');
  });

  test('two devices of one person tell each other apart', async () => {
    const { ctx, bea } = await two();
    const id = await draftOn(bea);
    const phone = await new Device(ctx, ctx.bea).sync();
    offline(bea, phone);
    await edit(bea, 'announcement', 'updateAnnouncement', id, { message: '<p>Desk</p>' });
    await edit(phone, 'announcement', 'updateAnnouncement', id, { message: '<p>Phone</p>' });
    await online(phone);
    await online(bea);
    expect(refusals(bea)[0]?.message).toContain('was changed by you on another device meanwhile');
  });
});

describe('recipients', () => {
  test('are merged: what each of two added or took away offline counts', async () => {
    const { ctx, bea, sue } = await two();
    const [rex, rita, otto, ann] = [ctx.rex.id, ctx.rita.id, ...(await more(ctx))];
    const id = await draftOn(bea, { audience_type: 'custom', custom_recipients: [rex, rita] });
    const due = await makers.due!(bea, ctx);
    await sue.sync();
    offline(bea, sue);
    const change = async (device: Device, next: string[], payers: string[]) => {
      const { custom_recipients } = row(device, 'announcement', id);
      await edit(device, 'announcement', 'updateAnnouncement', id, {
        custom_recipients: listChange(custom_recipients, next),
      });
      const { recipients } = row(device, 'due', due);
      await edit(device, 'due', 'updateDue', due, { recipients: listChange(recipients, payers) });
    };
    await change(bea, [rita, otto], [rex, rita]);
    await change(sue, [rex, rita, ann], [ann]);
    await online(sue);
    await online(bea);
    expect(row(bea, 'announcement', id).custom_recipients.toSorted()).toEqual([rita, otto, ann].sort());
    expect(row(bea, 'due', due).recipients.toSorted()).toEqual([rita, ann].sort());
    expect(refusals(bea)).toEqual([]);
  });

  test('an audience that somebody else has changed is not changed unseen, nor are people they added dropped', async () => {
    const { ctx, bea, sue } = await two();
    const [rex, rita] = [ctx.rex.id, ctx.rita.id];
    const [widened, dropped] = [await draftOn(bea, custom(rex)), await draftOn(bea, custom(rex))];
    await sue.sync();
    offline(bea, sue);
    const fields = ['audience_type', 'custom_recipients'];
    const update = (device: Device, id: string, changes: object) =>
      device.store.mutate('updateAnnouncement', {
        id,
        ...changes,
        base: versionsOf(row(device, 'announcement', id), fields),
      });
    const plusRita = { custom_recipients: { added: [rita], removed: [] } };
    const everybody = { audience_type: 'all', custom_recipients: { added: [], removed: [rex] } };
    await update(sue, widened, everybody);
    await update(bea, widened, plusRita);
    await update(sue, dropped, plusRita);
    await update(bea, dropped, everybody);
    await online(sue);
    await online(bea);
    expect(row(bea, 'announcement', widened)).toMatchObject({ audience_type: 'all', custom_recipients: [] });
    expect(row(bea, 'announcement', dropped)).toMatchObject({
      audience_type: 'custom',
      custom_recipients: [rex, rita],
    });
    expect(
      refusals(bea)
        .map(({ message }) => message.split(/ was | were /)[0])
        .sort(),
    ).toEqual(['The audience', 'The recipients']);
  });

  test('the last recipient of a due is not taken away by two who each left one', async () => {
    const { ctx, bea, sue } = await two();
    const due = await makers.due!(bea, ctx);
    await edit(bea, 'due', 'updateDue', due, { recipients: { added: [ctx.rita.id], removed: [] } });
    await bea.sync();
    await sue.sync();
    offline(bea, sue);
    await edit(bea, 'due', 'updateDue', due, { recipients: { added: [], removed: [ctx.rita.id] } });
    await edit(sue, 'due', 'updateDue', due, { recipients: { added: [], removed: [ctx.rex.id] } });
    await online(sue);
    await online(bea);
    expect(row(bea, 'due', due).recipients).toEqual([ctx.rita.id]);
    expect(refusals(bea)[0]?.message).toBe('Please select at least one recipient.');
  });

  test('[SEC-14] [SYNC-15] who is of another HOA, or has left, cannot be added', async () => {
    const { ctx, bea } = await two();
    const [id, due] = [await draftOn(bea, custom(ctx.rex.id)), await makers.due!(bea, ctx)];
    const gone = await ctx.join(ctx.hoa_id, 'Gus Ray', 'resident', 'inactive');
    for (const user_id of [ctx.otto.id, gone.id]) {
      const change = { added: [user_id], removed: [] };
      const put = (path: string, body: object) => ctx.bea.call('PUT', path, body);
      expect((await put(`/api/announcements/${id}`, { custom_recipients: change })).body.message).toBe(
        'Recipient not found',
      );
      expect((await put(`/api/dues/${due}`, { recipients: change })).status).toBeGreaterThanOrEqual(400);
    }
  });

  test('tags of a document are merged too', async () => {
    const { ctx, bea, sue } = await two();
    const id = await makers.document!(bea, ctx);
    await sue.sync();
    offline(bea, sue);
    await edit(bea, 'document', 'updateDocument', id, { tags: { added: ['pool'], removed: [] } });
    await edit(sue, 'document', 'updateDocument', id, { tags: { added: ['fees'], removed: [] } });
    await online(sue);
    await online(bea);
    expect(row(bea, 'document', id).tags).toEqual(['fees', 'pool']);
  });
});

describe('sending offline', () => {
  const send = (device: Device, id: string) =>
    device.store.mutate('sendAnnouncement', { id, base: versionToSend(row(device, 'announcement', id)) });

  test.each([
    ['words', { message: '<p>Open all day</p>' }],
    ['title', { title: 'Pool party' }],
    ['audience', { audience_type: 'board' }],
    ['category', { category: 'urgent' }],
  ])('[ANN-59] does not send %s its author never saw', async (_, changes) => {
    const { bea, sue } = await two();
    const id = await draftOn(bea);
    await sue.sync();
    offline(bea);
    await send(bea, id);
    await edit(sue, 'announcement', 'updateAnnouncement', id, changes);
    await sue.sync();
    await online(bea);
    expect(row(bea, 'announcement', id)).toMatchObject({ status: 'draft', ...changes });
    expect(refusals(bea)).toMatchObject([
      {
        mutation: 'sendAnnouncement',
        args: { id },
        message: 'This announcement was changed by Sue Whitfield after you last saw it. Read it again and send.',
      },
    ]);
    await send(bea, id);
    await bea.sync();
    expect(row(bea, 'announcement', id).status).not.toBe('draft');
  });

  test('[ANN-59] sends what was written and edited on the same device before', async () => {
    const { ctx, bea } = await two();
    offline(bea);
    const id = uuidv7();
    await bea.store.mutate('createAnnouncement', {
      id,
      title: 'Pool',
      message: '<p class="a">Closed',
      ...custom(ctx.rex.id),
    });
    await edit(bea, 'announcement', 'updateAnnouncement', id, { message: '<div>Open' });
    await edit(bea, 'announcement', 'updateAnnouncement', id, {
      custom_recipients: { added: [ctx.rita.id], removed: [] },
    });
    await send(bea, id);
    await online(bea);
    expect(refusals(bea)).toEqual([]);
    expect(row(bea, 'announcement', id).status).not.toBe('draft');
  });
});

describe('callers without a base', () => {
  test('[SYNC-17] an older client’s edit and send, and one over REST, count as they come', async () => {
    const { ctx, bea, sue } = await two();
    const id = await draftOn(bea);
    await sue.sync();
    offline(bea);
    await bea.store.mutate('updateAnnouncement', { id, message: '<p>By Bea</p>', custom_recipients: [] });
    await edit(sue, 'announcement', 'updateAnnouncement', id, { message: '<p>By Sue</p>' });
    await sue.sync();
    await online(bea);
    expect(row(bea, 'announcement', id).message).toBe('<p>By Bea</p>');
    const { status } = await ctx.sue.call('PUT', `/api/announcements/${id}`, { message: '<p>REST</p>' });
    expect(status).toBe(200);
    await bea.sync();
    await bea.store.mutate('sendAnnouncement', { id });
    await bea.sync();
    expect(refusals(bea)).toEqual([]);
  });

  test('[API-09] REST takes a base too, and answers 409 where it is no longer so; who edited what is not for residents', async () => {
    const { ctx, bea } = await two();
    const id = await draftOn(bea, { audience_type: 'all' });
    const base = { message: versionOf('<p>Closed on Monday</p>') };
    const put = (person: Person, message: string) => person.call('PUT', `/api/announcements/${id}`, { message, base });
    expect((await put(ctx.sue, '<p>By Sue</p>')).status).toBe(200);
    expect(await put(ctx.bea, '<p>By Bea</p>')).toMatchObject({ status: 409 });
    const sent = await ctx.bea.call('POST', `/api/announcements/${id}/send`, { base });
    expect(sent).toMatchObject({ status: 409 });
    expect((await ctx.bea.call('POST', `/api/announcements/${id}/send`)).status).toBe(200);
    const rex = await new Device(ctx, ctx.rex).sync();
    for (const entity of ['announcement', 'address', 'due', 'document', 'request', 'violation'] as const)
      for (const seen of rex.store.rows(entity).all) expect(seen).not.toHaveProperty('edits');
  });
});

test('a version tells values apart, whatever the order of a list', () => {
  const values = [null, 'a', 'b', 'ab', '<p>a</p>', [], ['a'], ['a', 'b'], { s3_key: 'a' }, 0, 1, true, false];
  expect(new Set(values.map(versionOf)).size).toBe(values.length);
  expect(versionOf(['b', 'a'])).toBe(versionOf(['a', 'b']));
  expect(['', undefined].map(versionOf)).toEqual([versionOf(null), versionOf(null)]);
  expect(new Set(Array.from({ length: 50_000 }, (_, n) => versionOf(`text ${n}`))).size).toBe(50_000);
});

test('a row of a device that knows of no edits yet is compared by what it says', () => {
  const old = { id: '1', message: 'a' };
  expect(conflictsIn(old, { message: 'b' }, { message: versionOf('a') })).toEqual([]);
  expect(conflictsIn(old, { message: 'b' }, { message: versionOf('c') })).toEqual(['message']);
  expect(applyListChange(['a', 'b'], { added: ['c', 'a'], removed: ['b', 'x'] })).toEqual(['a', 'c']);
});

const custom = (...ids: string[]) => ({ audience_type: 'custom', custom_recipients: ids });

const more = async (ctx: TestContext): Promise<[string, string]> => {
  const [ann, ben] = [
    await ctx.join(ctx.hoa_id, 'Ann Ray', 'resident'),
    await ctx.join(ctx.hoa_id, 'Ben Ray', 'resident'),
  ];
  return [ann.id, ben.id];
};
