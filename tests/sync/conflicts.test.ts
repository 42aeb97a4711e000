import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import type { MutatorName } from '../../sync/mutators.ts';
import { versionOf } from '../../sync/versions.ts';
import { draftOn, edit, makers, offline, online, refusals, row, two } from '../support/conflicts.ts';
import { Device } from '../support/device.ts';

const LONG: [keyof typeof makers, MutatorName, field: string, word: string][] = [
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
      const id = await makers[entity](bea, ctx);
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
          message: `The ${word} changed by Sue Whitfield in the meantime. Compare both versions and save again.`,
        },
      ]);
      await sue.sync();
      expect(refusals(sue)).toEqual([]);
    },
  );

  test('[SYNC-17] notes of an address are kept from an older edit; what the older form left as it was stays as it is', async () => {
    const { bea, sue } = await two();
    const id = await makers.address(bea);
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
    const { bea, sue } = await two();
    const id = await makers.request(bea);
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
    const [due, draft] = [await makers.due(bea, ctx), await draftOn(bea)];
    const document = await makers.document(bea, ctx);
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
    expect(refusals(bea)[0]?.message).toContain('was changed by you on another device in the meantime');
  });
});
