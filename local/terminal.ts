import type { OnLog } from './processes.ts';
import type { Urls } from './stack.ts';

const PASSWORD = 'porchlight-demo-1';
const PEOPLE = ['superadmin', 'board', 'resident', 'resident2'];
const HOAS = { 'Willow Creek HOA': 'willowcreek.test', 'Maple Ridge HOA': 'mapleridge.test' };

// wrangler's list of bindings, and its own "Ready", which comes before the stack is ready.
const CHATTER = /^Using secrets|^Your Worker has|^Binding +Resource|^env\.|Starting local server|Ready on/;

export const printer = (): OnLog => (name, line) => {
  if (name === 'stack') console.log(line);
  else if (line.trim() && !CHATTER.test(line)) console.log(`[${name}] ${line}`);
};

export const announce = (urls: Urls, hasDemo = true): void => {
  const places: [string, string][] = [
    ['App', urls.app],
    ['Database', urls.database],
    ['Files', urls.files],
    ['Mail (inbox)', `${urls.mail}/inbox`],
    ['Payments', urls.payments],
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
