import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../local/paths.ts';
import { nth } from '../support/required.ts';
import { definitionOf, type Scale } from './figures.ts';
import { failed, type Result, ratioOf, resultsOf, say, shown, verdictOf } from './report.ts';

const SCALES: readonly Scale[] = [
  '1,000',
  '10,000',
  '50,000',
  'large demo',
  'ten years',
  'search',
  'size',
  'features',
  'ledger',
  'meetings',
  'audits',
];
const TITLES: Record<Scale, string> = {
  '1,000': '1,000 requests',
  '10,000': '10,000 requests',
  '50,000': '50,000 requests',
  'large demo': 'large demo',
  'ten years': 'large demo after ten years',
  search: 'search over the large demo',
  size: 'sizes',
  features: 'work for 400',
  ledger: 'ledger of 400 homes after five years',
  meetings: 'a member meeting of 400 units',
  audits: "Lighthouse's audits",
};
const HEAD = ['', 'usual', 'Porchlight', 'ratio', 'budget', 'met'];

export const printTable = (loadAtStart: number): void => {
  say(`\n${conditions(loadAtStart)}`);
  for (const scale of SCALES) {
    const rows = resultsOf(scale);
    if (rows.length === 0) continue;
    say(`\n${aligned([TITLES[scale], ...HEAD.slice(1)])}`);
    for (const row of rows) say(aligned(cellsOf(row)));
  }
  for (const failure of failed()) say(`Could not be measured: ${failure}`);
};

const cellsOf = (result: Result): string[] => {
  const { label, unit } = definitionOf(result.name);
  const verdict = verdictOf(result);
  return [
    `${label}, ${unit}`,
    result.usual ? shown(result.usual) : '-',
    result.porchlight ? shown(result.porchlight) : '-',
    shownRatio(ratioOf(result)),
    verdict?.budget ?? '-',
    verdict ? (verdict.met ? 'yes' : 'no') : '-',
  ];
};

/** Below 0.01 one figure more, so that it is not zero. */
const shownRatio = (ratio: number | undefined): string =>
  ratio === undefined || !Number.isFinite(ratio) ? '-' : ratio < 0.01 ? ratio.toFixed(3) : ratio.toFixed(2);

const WIDTHS = [60, 16, 16, 8, 16, 5];
const aligned = (cells: string[]) =>
  cells.map((cell, at) => (at === 0 ? cell.padEnd(nth(WIDTHS, 0)) : cell.padStart(nth(WIDTHS, at)))).join('');

const conditions = (loadAtStart: number): string => {
  // Sources without a repository have none.
  const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).stdout?.trim();
  const load = `load ${loadAtStart.toFixed(1)} before and ${nth(loadavg(), 0).toFixed(1)} after`;
  const date = new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
  return `${date}, ${availableParallelism()} cores, ${load}${commit ? `, commit ${commit}` : ''}`;
};

const BEGIN = '<!-- bench -->';
const END = '<!-- /bench -->';

/** Puts the table between its marks in README.md: 10,000 requests with the medians of the other sizes beside them, then
 * the rest. Throws where the marks are missing. */
export const writeReadme = (loadAtStart: number): void => {
  const path = join(ROOT, 'README.md');
  const [before, rest] = readFileSync(path, 'utf8').split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error(`README.md has no ${BEGIN} and ${END}`);
  writeFileSync(path, `${before}${BEGIN}\n${conditions(loadAtStart)}:\n\n${markdown()}\n${END}${after}`);
};

const markdown = (): string => {
  const head = ['10,000 requests', ...HEAD.slice(1), '1,000', '50,000'];
  const store = resultsOf('10,000').map((row) => [...cellsOf(row), medians('1,000', row), medians('50,000', row)]);
  const rest = (['large demo', 'ten years', 'search', 'size', 'ledger', 'meetings', 'audits'] as const).flatMap(
    (scale) =>
      resultsOf(scale).map((row) => [
        `${scale === 'size' ? '' : `${scale}, `}${cellsOf(row)[0]}`,
        ...cellsOf(row).slice(1),
        '',
        '',
      ]),
  );
  const rule = head.map((_, at) => (at === 0 ? '---' : '--:'));
  return [head, rule, ...store, ...rest].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
};

/** "38.0 : 1.60": the usual backend's median and Porchlight's. */
const medians = (scale: Scale, { name }: Result): string => {
  const other = resultsOf(scale).find((row) => row.name === name);
  const median = (sample: Result['usual']) => (sample ? shown({ median: sample.median }) : '-');
  return other ? `${median(other.usual)} : ${median(other.porchlight)}` : '';
};
