import { Hono } from 'hono';
import { can } from '../../sync/roles.ts';
import { authorize } from '../../sync/tx.ts';
import { requireActor, requireStepUp } from '../auth/middleware.ts';
import type { Env } from '../deps.ts';
import { createAccount, linkOnboarding, refreshAccount } from '../payments/accounts.ts';

export const stripeConnectRoutes = new Hono<Env>()
  .use(requireActor)
  .use(async (c, next) => {
    authorize(can(c.var.actor.role, 'hoa.manage'));
    await next();
  })
  .get('/account-status', async (c) => {
    const account = await refreshAccount(c.var.deps, c.var.actor.hoa_id);
    if (!account) return c.json({ account_exists: false, account_id: null, status: null });
    const { account_id, ...status } = account;
    return c.json({ account_exists: true, account_id, status });
  })
  .post('/create-account', requireStepUp, async (c) =>
    c.json({ success: true, onboarding_url: await createAccount(c.var.deps, c.var.actor.hoa_id) }),
  )
  .post('/refresh-onboarding', requireStepUp, async (c) =>
    c.json({ success: true, onboarding_url: await linkOnboarding(c.var.deps, c.var.actor.hoa_id) }),
  );
