import type { Context } from 'hono';
import type { Actor } from '../../sync/tx.ts';
import { deviceName } from '../auth/sign-ins.ts';
import type { Deps, Env } from '../deps.ts';

type Signed = { sign_in: string; actor: Actor };

/** A call over a socket has the device that opened it. */
export const originOf = (c: Context<Env>, signed?: Signed): NonNullable<Deps['origin']> => ({
  device: c.env.deps.origin?.device ?? deviceName(c.req.header('User-Agent')),
  sign_in: null,
  actor: null,
  ...signed,
});
