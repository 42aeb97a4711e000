import type { Config } from '../deps.ts';
import { tracedFetch } from './trace.ts';

/** The resolver that is asked where DNS_URL names none. */
const DNS_URL = 'https://cloudflare-dns.com/dns-query';
const TIMEOUT_MS = 5000;
const KEPT_MS = 60_000;
const MOST_KEPT = 1000;

/** The answers of this isolate: an announcement is pushed to hundreds of devices at a handful of push services. */
const kept = new Map<string, { addresses: string[]; at: number }>();

/** All IPv4 and IPv6 addresses of a host, none for one that does not exist; at most a minute old. It asks over HTTPS, in
 * the JSON of https://developers.cloudflare.com/1.1.1.1/encryption/dns-over-https/make-api-requests/dns-json, because a
 * Worker has no resolver of its own. Throws where the resolver does not answer. */
export const addressesOf = async ({ dnsUrl = DNS_URL }: Pick<Config, 'dnsUrl'>, host: string): Promise<string[]> => {
  const key = `${dnsUrl} ${host}`;
  const known = kept.get(key);
  if (known && Date.now() - known.at < KEPT_MS) return known.addresses;
  const addresses = (await Promise.all([ask(dnsUrl, host, 'A'), ask(dnsUrl, host, 'AAAA')])).flat();
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, { addresses, at: Date.now() });
  return addresses;
};

type DnsAnswer = { Status: number; Answer?: { type: number; data: string }[] };
const TYPES = { A: 1, AAAA: 28 };
const FOUND = 0;
const NO_SUCH_NAME = 3;

const ask = async (dnsUrl: string, name: string, type: keyof typeof TYPES): Promise<string[]> => {
  const answer = await tracedFetch(`${dnsUrl}?${new URLSearchParams({ name, type })}`, {
    headers: { Accept: 'application/dns-json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(`The resolver answered ${answer.status}`);
  const { Status, Answer = [] } = (await answer.json()) as DnsAnswer;
  if (Status !== FOUND && Status !== NO_SUCH_NAME) throw new Error(`The resolver could not look up ${name}: ${Status}`);
  return Answer.filter((record) => record.type === TYPES[type]).map(({ data }) => data);
};
