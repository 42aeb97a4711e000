import type { OnLog } from './processes.ts';
import type { Stack } from './stack.ts';

const PASSWORD = 'porchlight-demo-1';
const PEOPLE = ['superadmin', 'board', 'resident', 'resident2'];
const HOAS = { 'Willow Creek HOA': 'willowcreek.test', 'Maple Ridge HOA': 'mapleridge.test' };

// wrangler's list of bindings, its own "Ready", which comes before the stack is ready, and its line a request, whose
// path may hold the token of a mailed link.
const CHATTER =
  /^\[wrangler:info\]|^Using secrets|^Your Worker has|^Binding +Resource|^env\.|Starting local server|Ready on/;

/** Prints what matters, errors as a person reads them; where requests are logged, each JSON line as it is. */
export const printer =
  (options: { logRequests?: boolean } = {}): OnLog =>
  (name, line) => {
    if (name === 'stack') return console.log(line);
    // wrangler adorns what goes to the console as an error.
    const json = /\{"at":.*\}/.exec(line)?.[0];
    if (json) console.log(options.logRequests ? json : `[${name}] ${readable(json)}`);
    else if (line.trim() && !CHATTER.test(line)) console.log(`[${name}] ${line}`);
  };

const readable = (json: string): string => {
  const { at: _, level: __, event, error, stack, ...where } = JSON.parse(json) as Record<string, string>;
  const place = Object.entries(where).map(([name, value]) => `${name} ${value}`);
  return `${event} (${place.join(', ')}): ${stack ?? error}`;
};

export const announce = ({ urls, secrets }: Pick<Stack, 'urls' | 'secrets'>, hasDemo = true): void => {
  const token = `?token=${secrets.LOCAL_TOKEN}`;
  const places: [string, string][] = [
    ['App', urls.app],
    ['Database', new URL(urls.database).origin],
    ['Files', urls.files],
    ['Mail (inbox)', `${urls.mail}/inbox${token}`],
    ['Payments', `${urls.payments}/_emulate${token}`],
  ];
  console.log(`\n${table(places)}`);
  if (hasDemo) announceDemo();
  console.log(`\nReady: open ${urls.app} (Ctrl-C stops everything)`);
};

const announceDemo = (): void => {
  console.log(`\nDemo accounts, all with the password ${PASSWORD}:`);
  console.log(
    table(Object.entries(HOAS).map(([hoa, host]) => [hoa, PEOPLE.map((person) => `${person}@${host}`).join('  ')])),
  );
};

const table = (lines: [string, string][]): string => {
  const width = Math.max(...lines.map(([left]) => left.length));
  return lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
};
