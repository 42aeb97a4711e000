import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { versionOf } from '../../sync/versions.ts';
import { makers, refusals, row, two } from '../support/conflicts.ts';

test('[14.2] a status and an assignee that are taken back change nothing that somebody else has set since', async () => {
  const { ctx, bea, sue } = await two();
  const ids = [await makers.request(bea), await makers.request(bea)];
  await sue.sync();
  const act = { status: 'resolved', assigned_to: ctx.sue.id };
  const errors = await bea.store.mutateEach(
    ids.map((id) => ({ mutation: 'updateRequest' as const, args: { id, ...act } })),
  );
  expect(errors).toEqual([undefined, undefined]);
  await bea.sync();
  await sue.sync();
  await sue.store.mutate('updateRequest', { id: ids[1], status: 'rejected' });
  await sue.sync();
  for (const id of ids)
    await bea.store.mutate('updateRequest', {
      ...{ id, status: 'open', assigned_to: null },
      base: { status: versionOf('resolved'), assigned_to: versionOf(ctx.sue.id) },
    });
  await bea.sync();
  expect(ids.map((id) => row(bea, 'request', id).status)).toEqual(['open', 'rejected']);
  expect(ids.map((id) => row(bea, 'request', id).assigned_to)).toEqual([null, ctx.sue.id]);
  expect(refusals(bea)).toMatchObject([{ args: { id: ids[1] } }]);
});

test('[14.2] of several changes those that are refused keep none of the others back', async () => {
  const { bea } = await two();
  const id = await makers.request(bea);
  const statusOf = (of: string) => ({ mutation: 'updateRequest' as const, args: { id: of, status: 'resolved' } });
  const [missing, refusal] = [uuidv7(), expect.objectContaining({ code: 'not_found' })];
  expect(await bea.store.mutateEach([statusOf(missing), statusOf(id)])).toEqual([refusal, undefined]);
  await bea.sync();
  expect(row(bea, 'request', id).status).toBe('resolved');
});
