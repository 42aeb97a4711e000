import { describe, expect, test } from 'vitest';
import { applyListChange } from '../../sync/edits.ts';
import { conflictsIn, versionOf } from '../../sync/versions.ts';
import { draftOn, edit, offline, online, refusals, row, two } from '../support/conflicts.ts';
import { Device } from '../support/device.ts';
import type { Person } from '../support/fixtures.ts';

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
