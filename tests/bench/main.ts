import { availableParallelism, loadavg } from 'node:os';
import { UserError } from '../../local/user-error.ts';
import { auditsPart } from './audits.ts';
import { slowPagesDown } from './chromium.ts';
import { demoPart } from './demo.ts';
import { featuresPart } from './features.ts';
import { ledgerPart } from './ledger.ts';
import { loadPart } from './load.ts';
import { meetingsPart } from './meetings.ts';
import { say, step } from './report.ts';
import { requestsPart } from './requests.ts';
import { searchPart } from './search.ts';
import { sizesPart } from './sizes.ts';
import { printTable, writeReadme } from './table.ts';

const PARTS = {
  sizes: sizesPart,
  '1k': (signal: AbortSignal) => requestsPart(['1,000'], signal),
  '10k': (signal: AbortSignal) => requestsPart(['10,000'], signal),
  '50k': (signal: AbortSignal) => requestsPart(['50,000'], signal),
  quick: (signal: AbortSignal) => requestsPart(['10,000'], signal, { quick: true }),
  requests: (signal: AbortSignal) => requestsPart(['1,000', '10,000', '50,000'], signal),
  demo: demoPart,
  search: searchPart,
  features: featuresPart,
  ledger: ledgerPart,
  meetings: meetingsPart,
  load: loadPart,
  audits: auditsPart,
};
type Part = keyof typeof PARTS;
const ALL: readonly Part[] = ['sizes', 'requests', 'demo', 'search', 'features', 'ledger', 'meetings', 'audits'];
/** Beside the parts: puts the table into README.md. */
const README = 'readme';
/** Beside the parts: every page has a quarter of the processor. */
const SLOW = 'slow';
const SLOWNESS = 4;
/** The longest that a part may take, in milliseconds. */
const PART_MS = 900_000;

/** Runs the parts named, or all of them, each on a stack of its own, and prints the table. Throws a UserError for a part
 * that does not exist. */
export const bench = async (names: string[], signal: AbortSignal): Promise<void> => {
  const parts = partsOf(names.filter((name) => name !== README && name !== SLOW));
  if (names.includes(SLOW)) slowPagesDown(SLOWNESS);
  const [began, load] = [performance.now(), loadavg()[0] ?? 0];
  // A load well over 1 means that other programs make every figure worse.
  const slow = names.includes(SLOW) ? `, pages ${SLOWNESS} x slower` : '';
  say(`${availableParallelism()} cores, load ${load.toFixed(1)}${slow}`);
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  for (const part of parts) {
    if (signal.aborted) return;
    say(`\n${part}`);
    await Promise.race([step(part, () => PARTS[part](signal), PART_MS), stopped]);
  }
  printTable(load);
  if (names.includes(README) && !names.includes(SLOW)) writeReadme(load);
  say(`\nDone in ${Math.round((performance.now() - began) / 1000)} s.`);
};

const partsOf = (names: string[]): readonly Part[] => {
  const known = Object.keys(PARTS) as Part[];
  const unknown = names.find((name) => !known.includes(name as Part));
  if (unknown !== undefined)
    throw new UserError(`There is no bench "${unknown}". Name some of ${known.join(', ')}, ${README}, ${SLOW}.`);
  return names.length > 0 ? (names as Part[]) : ALL;
};
