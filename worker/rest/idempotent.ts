import type { Context, MiddlewareHandler } from 'hono';
import { signatureOf } from '../auth/secrets.ts';
import type { Env } from '../deps.ts';
import { HttpError } from '../http/errors.ts';
import { claimKey, type KeptAnswer, type KeyedCall, keepAnswer, releaseKey } from '../services/idempotency.ts';
import { logError } from '../services/log.ts';
import type { Route } from './route.ts';

export const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** Not for what needs no sign-in, since nobody owns the key; files, whose bytes differ each time a form sends them; and
 * devices, which number their changes. */
export const takesKey = ({ route, needsActor, body, tag }: Pick<Route, 'route' | 'needsActor' | 'body' | 'tag'>) =>
  route.startsWith('POST') && needsActor && body !== 'file' && tag !== 'Sync';

/** Carries out a POST with an Idempotency-Key once: who asks again within 24 hours gets the first answer
 * (https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/, but 409 for a key with another body). */
export const idempotent = (route: Route): MiddlewareHandler<Env>[] =>
  takesKey(route)
    ? [
        async (c, next) => {
          const header = c.req.header(IDEMPOTENCY_KEY);
          if (header === undefined) return next();
          const call = await callIn(c, header);
          const { deps } = c.var;
          const claim = await claimKey(deps, call);
          if (claim.state === 'answered') return again(claim.answer);
          if (claim.state !== 'claimed') throw claim.state === 'running' ? inUse() : reused();
          if (claim.once.earlier > 0 && !route.resumes) throw answerLost();
          c.set('deps', { ...deps, once: claim.once });
          await next();
          await settle(c, call, claim.claim);
        },
      ]
    : [];

const KEY = /^(?:"([\x21\x23-\x7e]{1,255})"|([\x21\x23-\x7e]{1,255}))$/;

const callIn = async (c: Context<Env>, header: string): Promise<KeyedCall> => {
  const [, quoted, bare] = KEY.exec(header) ?? [];
  const key = quoted ?? bare;
  if (key === undefined) throw new HttpError(400, INVALID, {}, { code: 'invalid_idempotency_key' });
  const { actor, api_token } = c.var;
  const { pathname, search } = new URL(c.req.url);
  const asked = JSON.stringify([c.req.method, pathname, search, actor.role, await c.req.text()]);
  return { hoa_id: actor.hoa_id, caller: api_token ?? actor.id, key, fingerprint: await signatureOf(key, asked) };
};

const INVALID = 'An idempotency key is 1 to 255 visible ASCII characters.';

const again = ({ status, type, body }: KeptAnswer): Response => {
  const headers = { 'Idempotent-Replayed': 'true', ...(type !== null && { 'Content-Type': type }) };
  return new Response(status === 204 ? null : body, { status, headers });
};

const inUse = () =>
  new HttpError(
    409,
    'The first call with this idempotency key is still running.',
    { 'Retry-After': '1' },
    {
      code: 'idempotency_key_in_use',
    },
  );
const reused = () =>
  new HttpError(409, 'This idempotency key was used for another call.', {}, { code: 'idempotency_key_reused' });
const answerLost = () =>
  new HttpError(
    409,
    'This was done, but its answer was lost. Please read the record.',
    {},
    {
      code: 'idempotency_answer_lost',
    },
  );

/** Keeps the answer of what was done. After an error the key is free again, since nothing was done under it; where
 * something was, the next attempt goes on from there. */
const settle = async (c: Context<Env>, call: KeyedCall, claim: string): Promise<void> => {
  const { deps } = c.var;
  const { status, headers } = c.res;
  const hasCommitted = deps.once?.hasCommitted ?? false;
  try {
    if (status >= 500 || (status >= 400 && !hasCommitted) || headers.has('Set-Cookie'))
      await releaseKey(deps, call, claim);
    else
      await keepAnswer(deps, call, claim, {
        status,
        type: headers.get('Content-Type'),
        body: await c.res.clone().text(),
      });
  } catch (error) {
    // The answer is right all the same, and who asks again makes nothing twice.
    logError(deps, 'idempotency key not settled', error);
  }
};
