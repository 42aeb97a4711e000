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

/** An IPv4 address, or the /64 network that one IPv6 customer usually gets. */
export const callerKey = (header: string | undefined): string => {
  const address = (header ?? 'local').slice(0, 45).toLowerCase();
  if (!address.includes(':') || address.includes('.')) return address;
  const [head = '', tail = ''] = address.split('::');
  const [front, back] = [groups(head), groups(tail)];
  const gap = address.includes('::') ? Math.max(8 - front.length - back.length, 0) : 0;
  return [...front, ...new Array<string>(gap).fill('0'), ...back].slice(0, 4).join(':');
};

const groups = (text: string) => (text === '' ? [] : text.split(':').map((group) => group.replace(/^0+(?=.)/, '')));
