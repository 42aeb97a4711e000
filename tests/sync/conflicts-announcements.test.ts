import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import { type Values, valuesOf, versionsWritten } from '../../client/community/announcements/form-model.ts';
import { changesOf } from '../../client/forms/changes.ts';
import { versionToSend } from '../../sync/announcements/entity.ts';
import { listChange } from '../../sync/edits.ts';
import { versionsOf } from '../../sync/versions.ts';
import { draftOn, edit, makers, offline, online, refusals, row, two } from '../support/conflicts.ts';
import type { Device } from '../support/device.ts';
import type { TestContext } from '../support/fixtures.ts';

describe('recipients', () => {
  test('are merged: what each of two added or took away offline counts', async () => {
    const { ctx, bea, sue } = await two();
    const [rex, rita, otto, ann] = [ctx.rex.id, ctx.rita.id, ...(await more(ctx))];
    const id = await draftOn(bea, { audience_type: 'custom', custom_recipients: [rex, rita] });
    const due = await makers.due(bea, ctx);
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
    const due = await makers.due(bea, ctx);
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
    const [id, due] = [await draftOn(bea, custom(ctx.rex.id)), await makers.due(bea, ctx)];
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
    const id = await makers.document(bea, ctx);
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
        message: 'This announcement was changed by Sue Whitfield after you last saw it. Review it and send again.',
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

describe('[ANN-59] [ANN-60] saved and sent by one press', () => {
  /** The form as it was opened, with these changes typed into it. */
  const pressSend = async (device: Device, id: string, typed: Partial<Values>) => {
    const before = valuesOf(row(device, 'announcement', id), () => false);
    const base = versionsOf(row(device, 'announcement', id), CHECKED);
    const values = { ...before, ...typed };
    const changes = { ...changesOf(before, values), base };
    await device.store.mutate('updateAnnouncement', { id, ...changes });
    await device.store.mutate('sendAnnouncement', { id, base: versionsWritten(values, changes) });
  };
  const CHECKED = ['title', 'message', 'audience_type', 'custom_recipients', 'streets'];

  test.each([
    ['words', { title: 'Spa', message: '<p class="a">Open<div>' }],
    ['its audience', { audience_type: 'custom' as const, streets: ['Elm Street'] }],
  ])('offline, with new %s, it goes out as its author wrote it', async (_, typed) => {
    const { bea } = await two();
    const id = await draftOn(bea);
    offline(bea);
    await pressSend(bea, id, typed);
    await online(bea);
    expect(refusals(bea)).toEqual([]);
    expect(row(bea, 'announcement', id).status).not.toBe('draft');
  });

  test.each([
    ['the same field', { message: '<p>Sue</p>' }],
    ['another one', { title: 'Sue' }],
    ['the audience', { audience_type: 'board' as const }],
  ])('it does not go out where someone else has changed %s', async (_, theirs) => {
    const { bea, sue } = await two();
    const id = await draftOn(bea);
    await sue.sync();
    offline(bea);
    await pressSend(bea, id, { message: '<p>Bea</p>' });
    await edit(sue, 'announcement', 'updateAnnouncement', id, theirs);
    await sue.sync();
    await online(bea);
    expect(refusals(bea).map(({ mutation }) => mutation)).toContain('sendAnnouncement');
    expect(row(bea, 'announcement', id)).toMatchObject({ status: 'draft', ...theirs });
  });
});

const custom = (...ids: string[]) => ({ audience_type: 'custom', custom_recipients: ids });

const more = async (ctx: TestContext): Promise<[string, string]> => {
  const [ann, ben] = [
    await ctx.join(ctx.hoa_id, 'Ann Ray', 'resident'),
    await ctx.join(ctx.hoa_id, 'Ben Ray', 'resident'),
  ];
  return [ann.id, ben.id];
};
