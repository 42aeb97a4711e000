import { expect, test } from 'vitest';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { accountsForAll } from '../support/accounts.ts';
import { get, issue, issued, terms } from '../support/dues.ts';
import { invite } from '../support/users.ts';

const harness = accountsForAll();

const EVERY_HOME = { ...terms([]), recipients: undefined, recipient_rule: 'every_home' };

test('[DUE-15] [DUE-32] who accepts an invitation is on the next period of a due for every home, not on earlier ones', async () => {
  const { ctx } = harness;
  const { db, bea, hoa_id } = ctx;
  await db.execute({ sql: 'UPDATE users SET address_id = NULL WHERE hoa_id = ?', args: [hoa_id] });
  const { id, email } = await invite(bea);
  const { body } = await bea.call('POST', '/api/addresses', { street: `${id} Elm Street` });
  expect((await bea.call('POST', `/api/users/${id}/assign-address`, { address_id: body._id })).status).toBe(200);
  const due = (await bea.call('POST', '/api/dues', EVERY_HOME)).body;
  await issue(ctx, due._id, '2099-01-31T20:00:00Z');
  expect((await harness.activate(await harness.tokenTo(email))).status).toBe(200);
  await expect
    .poll(async () => {
      await drainOutbox(ctx.deps, { hoa_id, maxWaitMs: 0 });
      return (await get(bea, due._id)).body.recipients;
    })
    .toEqual([id]);
  await issue(ctx, due._id, '2099-02-28T20:00:00Z');
  expect((await issued(db, due._id)).map(({ period, recipient_id }) => [period, recipient_id])).toEqual([
    ['2099-02-28', id],
  ]);
});
