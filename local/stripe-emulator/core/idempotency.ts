import { createHash } from 'node:crypto';
import type { Context } from './context.ts';
import { StripeError } from './errors.ts';
import type { Answer } from './state.ts';

const DAY = 24 * 3600;

/**
 * The answer kept for this key, if the same request was answered before: https://docs.stripe.com/api/idempotent_requests
 * Throws 400 idempotency_error when the key came with another request.
 */
export const storedAnswer = (ctx: Context, key: string, fingerprint: string): Answer | undefined => {
  const kept = ctx.store.get('answers', idOf(ctx, key));
  if (!kept || kept.created < ctx.clock.now() - DAY) return undefined;
  if (kept.fingerprint !== fingerprint) {
    throw new StripeError(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  }
  return kept;
};

export const storeAnswer = (ctx: Context, key: string, fingerprint: string, status: number, body: string): void => {
  const request = ctx.request.id ?? '';
  ctx.store.put('answers', { id: idOf(ctx, key), fingerprint, status, body, request, created: ctx.clock.now() });
};

export const keyInUse = (): StripeError =>
  new StripeError(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message:
      'There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through). Please try again later.',
  });

export const fingerprintOf = (method: string, path: string, body: string): string =>
  createHash('sha256').update(`${method} ${path}\n${body}`).digest('base64url');

const idOf = (ctx: Context, key: string) => `${ctx.account ?? ''}/${key}`;
