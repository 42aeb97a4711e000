import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

const CALLER = 'CF-Connecting-IP';

/** The addresses from which a proxy calls: those of this machine, or with 'private' also those of its private networks, as
 * between containers. */
export const proxiesOf = (setting = 'loopback'): BlockList => {
  const proxies = new BlockList();
  proxies.addSubnet('127.0.0.0', 8);
  proxies.addAddress('::1', 'ipv6');
  if (setting !== 'private') return proxies;
  for (const [network, bits] of PRIVATE) proxies.addSubnet(network, bits);
  proxies.addSubnet('fc00::', 7, 'ipv6');
  return proxies;
};

/** RFC 1918. */
const PRIVATE = [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const;

/** Puts the caller's address where the app reads it, and takes out what the caller says there. Behind one of `proxies` it is
 * the last that the proxy has added to X-Forwarded-For. */
export const nameCaller = (incoming: IncomingMessage, proxies: BlockList): void => {
  // A socket of both protocols writes an address of the older one so.
  const remoteAddress = (incoming.socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '');
  const isProxy =
    isIP(remoteAddress) !== 0 && proxies.check(remoteAddress, isIP(remoteAddress) === 6 ? 'ipv6' : 'ipv4');
  const forwarded = String(incoming.headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  const caller = isProxy && forwarded ? forwarded : remoteAddress;
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
