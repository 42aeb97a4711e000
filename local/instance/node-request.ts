import type { IncomingMessage } from 'node:http';

const CALLER = 'CF-Connecting-IP';
const LOOPBACK = /^(::ffff:)?127\.|^::1$/;

/** Puts the caller's address where the app reads it, and takes out what the caller says there. Behind a proxy on this machine
 * it is the last that the proxy has added to X-Forwarded-For. */
export const nameCaller = (incoming: IncomingMessage): void => {
  const { remoteAddress = '' } = incoming.socket;
  const forwarded = String(incoming.headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  const caller = LOOPBACK.test(remoteAddress) && forwarded ? forwarded : remoteAddress;
  const kept: string[] = [];
  for (let at = 0; at < incoming.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = incoming.rawHeaders.slice(at, at + 2);
    if (name.toLowerCase() !== CALLER.toLowerCase()) kept.push(name, value);
  }
  incoming.rawHeaders = [...kept, CALLER, caller];
  incoming.headers[CALLER.toLowerCase()] = caller;
};

/** A request without a body, as the app takes it. */
export const requestOf = (incoming: IncomingMessage): Request => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers))
    if (value !== undefined) headers.set(name, String(value));
  return new Request(new URL(incoming.url ?? '/', `http://${incoming.headers.host ?? 'localhost'}`), { headers });
};
