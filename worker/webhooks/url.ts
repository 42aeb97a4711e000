import { Refusal } from '../../sync/tx.ts';
import type { Config } from '../deps.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
/** Names that only a private network knows (RFC 6761, RFC 6762, RFC 8375). */
const PRIVATE_NAMES = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|home\.arpa|test|invalid|example|onion)$/;
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

/** Throws Refusal('invalid') for an address that events must not be sent to: only https, to a public host, without
 * credentials. Where the app itself is at a loopback address, as in the embedded stack, loopback is allowed. */
export const requirePublicUrl = ({ publicUrl }: Pick<Config, 'publicUrl'>, text: string): void => {
  const problem = problemOf(text, LOOPBACK.includes(new URL(publicUrl).hostname));
  if (problem) throw new Refusal('invalid', problem, [{ path: 'url', msg: problem }]);
};

const problemOf = (text: string, takesLoopback: boolean): string | undefined => {
  if (!URL.canParse(text)) return 'This is no address';
  // The parser writes every spelling of an IPv4 address with four numbers.
  const { protocol, hostname, username, password, port } = new URL(text);
  if (username || password) return 'The address may not hold a name or a password';
  if (takesLoopback && LOOPBACK.includes(hostname) && /^https?:$/.test(protocol)) return undefined;
  if (protocol !== 'https:') return 'The address must begin with https://';
  if (port !== '') return 'The address may not name a port';
  return isPublic(hostname.replace(/\.$/, '')) ? undefined : 'The address must be on the public internet';
};

const isPublic = (host: string): boolean => {
  // A service that is meant for the public has a name.
  if (host.startsWith('[')) return false;
  if (/^\d+(\.\d+){3}$/.test(host)) return !PRIVATE_NETWORKS.some(([network, bits]) => isWithin(host, network, bits));
  return host.includes('.') && !PRIVATE_NAMES.test(host);
};

const isWithin = (address: string, network: string, bits: number): boolean => {
  const shift = 2 ** (32 - bits);
  return Math.floor(numberOf(address) / shift) === Math.floor(numberOf(network) / shift);
};
const numberOf = (address: string): number => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
