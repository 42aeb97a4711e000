import { type Context, Hono } from 'hono';
import { codeInput, passwordInput } from '../../schema/auth.ts';
import { parse } from '../../sync/parse.ts';
import { can } from '../../sync/roles.ts';
import { batch } from '../../sync/server/retry.ts';
import { authorize } from '../../sync/tx.ts';
import { requirePassword } from '../auth/credentials.ts';
import { callerKey } from '../auth/limits.ts';
import { requireActor } from '../auth/middleware.ts';
import {
  checkedStatement,
  confirmSecret,
  readSecondFactor,
  removeSecondFactor,
  storeSecret,
  verifyCode,
} from '../auth/second-factor.ts';
import { newSecret, setupUri } from '../auth/totp.ts';
import type { Env } from '../deps.ts';
import { jsonBody } from '../http/validate.ts';

export const secondFactorRoutes = new Hono<Env>()
  .use(requireActor)
  .get('/', async (c) => {
    const { confirmed_at, recovery_codes } = await readSecondFactor(c.var.deps, c.var.actor);
    return c.json({ confirmedAt: confirmed_at, recoveryCodesLeft: recovery_codes });
  })
  .post('/', async (c) => {
    const { deps, actor } = c.var;
    authorize(can(actor.role, 'second_factor.add'));
    const { password } = parse(passwordInput, await jsonBody(c));
    await requirePassword(deps, callerKey(c.req.header('CF-Connecting-IP')), actor, password);
    const secret = newSecret();
    await storeSecret(deps, actor, secret);
    return c.json({ secret, uri: setupUri(secret, actor.email) }, 201);
  })
  .post('/confirm', async (c) => {
    const { deps, actor, family_id } = c.var;
    authorize(can(actor.role, 'second_factor.add'));
    return c.json({ recoveryCodes: await confirmSecret(deps, actor, family_id, await codeIn(c)) });
  })
  .post('/check', async (c) => {
    const { deps, actor, family_id } = c.var;
    await verifyCode(deps, actor, await codeIn(c));
    await batch(deps.db, [checkedStatement(deps, actor, family_id)], 'write');
    return c.body(null, 204);
  })
  .post('/remove', async (c) => {
    await removeSecondFactor(c.var.deps, c.var.actor, await codeIn(c));
    return c.body(null, 204);
  });

const codeIn = async (c: Context<Env>): Promise<string> => parse(codeInput, await jsonBody(c)).code;
