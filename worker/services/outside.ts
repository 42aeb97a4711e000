import { Refusal } from '../../sync/tx.ts';
import type { Config } from '../deps.ts';
import { addressesOf } from './dns.ts';
import { RetryLater } from './errors.ts';
import { tracedFetch } from './trace.ts';

type Outside = Pick<Config, 'dnsUrl' | 'testOrigins'>;

/** Names that only a private network knows, or nobody (RFC 2606, RFC 6761, RFC 6762, RFC 8375). */
const PRIVATE_NAMES =
  /\.(localhost|localdomain|local|internal|intranet|lan|home|corp|private|test|invalid|example|onion|arpa)$/;
/** A host that is no address: what a certificate is made for. */
const NAME = /^([a-z0-9_-]+\.)+[a-z][a-z0-9-]*$/;
const PRIVATE = 'The address must be on the public internet';

/** Why the server may not call an address that a user has chosen, as far as its spelling says: it takes https on its
 * usual port to a public name, without credentials. Undefined if it may. */
export const problemOfAddress = (
  { testOrigins = [] }: Pick<Config, 'testOrigins'>,
  text: string,
): string | undefined => {
  if (!URL.canParse(text)) return 'This is no address';
  const { protocol, hostname, username, password, port, origin } = new URL(text);
  if (username || password) return 'The address may not hold a name or a password';
  if (testOrigins.includes(origin)) return undefined;
  if (protocol !== 'https:') return 'The address must begin with https://';
  if (port !== '') return 'The address may not name a port';
  return NAME.test(hostname) && !PRIVATE_NAMES.test(hostname) ? undefined : PRIVATE;
};

/** Throws Refusal('invalid'). */
export const requirePublicUrl = (config: Outside, text: string): void => {
  const problem = problemOfAddress(config, text);
  if (problem) throw new Refusal('invalid', problem, [{ path: 'url', msg: problem }]);
};

/** Calls an address that a user has chosen. The name is looked up now, since whoever owns it may change what
 * it stands for; a redirection, which could lead elsewhere, comes back as the answer. Throws Refusal('invalid') for what
 * may not be called, and RetryLater. */
export const fetchOutside = async (config: Outside, url: string, init: RequestInit): Promise<Response> => {
  await requirePublicHost(config, url);
  return tracedFetch(url, { ...init, redirect: 'manual' });
};

/** Throws Refusal('invalid') also where the name stands for an address of a private network, or for none, and RetryLater
 * where nobody can say. */
const requirePublicHost = async (config: Outside, url: string): Promise<void> => {
  requirePublicUrl(config, url);
  const { hostname, origin } = new URL(url);
  if (config.testOrigins?.includes(origin)) return;
  const addresses = await addressesOf(config, hostname).catch(() => {
    throw new RetryLater('The host of the address could not be looked up');
  });
  if (addresses.length === 0) throw new Refusal('invalid', 'The address names a host that does not exist');
  if (!addresses.every(isPublic)) throw new Refusal('invalid', PRIVATE);
};

/** Networks that are not the internet's (RFC 6890), multicast and reserved ones included. */
const PRIVATE_NETWORKS: [network: string, bits: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

const isPublic = (address: string): boolean =>
  address.includes(':')
    ? isPublicIpv6(address)
    : !PRIVATE_NETWORKS.some(([network, bits]) => isWithin(address, network, bits));

const isWithin = (address: string, network: string, bits: number): boolean => {
  const shift = 2 ** (32 - bits);
  return Math.floor(numberOf(address) / shift) === Math.floor(numberOf(network) / shift);
};
const numberOf = (address: string): number => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);

/** The internet's own are 2000::/3. Of those, protocols, documentation and what holds an IPv4 address (RFC 6890, 9637). */
const isPublicIpv6 = (address: string): boolean => {
  const [first = 0, second = 0] = new URL(`http://[${address}]`).hostname
    .slice(1, -1)
    .split(':')
    .map((group) => Number.parseInt(group || '0', 16));
  if (first < 0x2000 || first > 0x3ffe) return false;
  if (first === 0x2001) return second >= 0x200 && second !== 0xdb8;
  return first !== 0x2002;
};
