import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { ALL, isTest, parse, ROOT, type Source, sources } from './source.ts';

const MOST_FUNCTION_LINES = 60;
const MOST_FILE_LINES = 250;

/** Numbers that may only fall: by rule, then by what breaks it. */
const exceptions: Record<string, Record<string, number>> = JSON.parse(
  readFileSync(join(ROOT, 'tests', 'house', 'exceptions.json'), 'utf8'),
);

/** Compares what breaks a rule with the exceptions to it, which go once nothing needs them. */
const expectRule = (rule: string, found: Record<string, number>) => {
  const allowed = exceptions[rule] ?? {};
  const broken = Object.entries(found).filter(([name, count]) => count > (allowed[name] ?? 0));
  const unneeded = Object.keys(allowed).filter((name) => !(name in found));
  expect({ broken, unneeded }).toEqual({ broken: [], unneeded: [] });
};

const counted = (names: string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
};

const product = () => sources().filter(({ path }) => !isTest(path));

test(`no function is longer than ${MOST_FUNCTION_LINES} lines`, () => {
  const long = sources().flatMap(({ path, functions }) =>
    functions
      .filter(({ lines, isDescribe }) => lines > MOST_FUNCTION_LINES && !isDescribe)
      .map(({ name, lines }) => [`${path} ${name}`, lines] as const),
  );
  expectRule('function lines', Object.fromEntries(long));
});

test(`no file is longer than ${MOST_FILE_LINES} lines`, () => {
  const long = sources().filter(({ lines }) => lines > MOST_FILE_LINES);
  expectRule('file lines', Object.fromEntries(long.map(({ path, lines }) => [path, lines])));
});

test('a test reads what must be there by required, nth and take, other than in a page', () => {
  const asserted = sources().filter(({ path, nonNull }) => isTest(path) && nonNull > 0);
  expectRule('non-null assertions in tests', Object.fromEntries(asserted.map(({ path, nonNull }) => [path, nonNull])));
});

test('the chance of a test has a seed', () => {
  expectRule(
    'chance',
    counted(sources().flatMap(({ path, usesChance }) => (isTest(path) && usesChance ? [path] : []))),
  );
});

/** Exports that a file outside the project's code reads: the bundlers, wrangler, drizzle-kit. */
const READ_BY_TOOLS = [
  /^worker\/index\.ts /,
  /^schema\/index\.ts /,
  /^worker\/emails\/unused-package\.ts /,
  /\.d\.ts /,
  /^tests\/bench\/main\.ts /,
  /^tests\/bench\/usual\/library\.ts /,
  / default$/,
];

/** The importers of each export, under its `path name`. */
const importers = (all: Source[]): Map<string, { product: boolean; tests: boolean }> => {
  const found = new Map<string, { product: boolean; tests: boolean }>();
  for (const { path, imports } of all)
    for (const imported of imports) {
      const key = `${imported.path} ${imported.name}`;
      const before = found.get(key) ?? { product: false, tests: false };
      found.set(key, isTest(path) ? { ...before, tests: true } : { ...before, product: true });
    }
  return found;
};

/** The exports of `all` that nobody imports, and those of product code that tests alone import. */
const exportsWithoutUse = (all: Source[]) => {
  const found = importers(all);
  const isUsed = (path: string, name: string, by: 'product' | 'tests') =>
    [name, ALL].some((one) => found.get(`${path} ${one}`)?.[by]);
  const exported = all.flatMap(({ path, exports }) =>
    [...exports]
      .map((name) => ({ path, name, key: `${path} ${name}` }))
      .filter(({ key }) => !READ_BY_TOOLS.some((read) => read.test(key))),
  );
  const unused = exported.filter(({ path, name }) => !isUsed(path, name, 'product') && !isUsed(path, name, 'tests'));
  const forTests = exported.filter(
    ({ path, name }) => !isTest(path) && !isUsed(path, name, 'product') && isUsed(path, name, 'tests'),
  );
  return { unused: unused.map(({ key }) => key), forTests: forTests.map(({ key }) => key) };
};

test('what a file exports, another imports', () => {
  expectRule('unused exports', counted(exportsWithoutUse(sources()).unused));
});

test('what only tests import is not in the product', () => {
  expectRule('exports for tests', counted(exportsWithoutUse(sources()).forTests));
});

/** Words of a private dialect, where the field has its own: notify, pending, follow-ups, status, results, day before. */
const DIALECT = [
  ...[
    'awaited',
    'bring over',
    'bringing over',
    'brings over',
    'crowd',
    'dating',
    'deaf',
    'doubt',
    'eve',
    'findings',
    'forgive',
  ],
  ...[
    'forgiven',
    'lamp',
    'leavings',
    'made good',
    'make good',
    'makes good',
    'sought',
    'standing',
    'tell of',
    'telling',
  ],
  ...['tells of', 'tomb', 'weather', 'wish', 'wished', 'wishes', 'world'],
];

/** Words that a sentence may have and a name may not. */
const RIDDLES = ['go on', 'goes on', 'going on', 'happened', 'magic', 'news', 'spend', 'spends', 'told', 'whom'];

/** The words of a name or a sentence, in lower case: `bringOver` and `bring-over` are both ` bring over `. */
const wordsOf = (text: string): string =>
  ` ${text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[^a-zA-Z]+/g, ' ')
    .toLowerCase()
    .trim()} `;

const among = (words: readonly string[], text: string): string[] =>
  words.filter((word) => wordsOf(text).includes(` ${word} `));

/** TypeScript's own type of that name. */
const isOfTypeScript = (name: string) => name === 'Awaited';

test('names and comments are in the words of the field', () => {
  const found = product().flatMap(({ path, names, comments }) =>
    [
      ...[...names, basename(path)]
        .filter((name) => !isOfTypeScript(name))
        .flatMap((name) => among([...DIALECT, ...RIDDLES], name)),
      ...comments.flatMap(({ value }) => (value.includes('biome-ignore') ? [] : among(DIALECT, value))),
    ].map((word) => `${path} ${word}`),
  );
  expectRule('dialect', counted(found));
});

const SUBJECTLESS = /^\*\s*(?:What|Who|Whose|Whom|Whether|Of|By|For|With)\b/;

test('a doc comment is a sentence with a subject', () => {
  const found = sources().flatMap(({ path, comments }) =>
    comments.filter(({ type, value }) => type === 'Block' && SUBJECTLESS.test(value)).map(() => path),
  );
  expectRule('doc comments', counted(found));
});

/** Names of files that do not exist, out of the sight of the test of imports. */
const [NEXT, CLIENT] = ['./b.ts', '../client/b.ts'];

const example = parse(
  'client/a.ts',
  `import * as other from '${NEXT}';
/** Whose turn it is. */
export const bringOver = () => other.used;
const { first, rest: [second] } = other.list;
export { first, second };
`,
);

test('the rules find what breaks them', () => {
  const other = parse(
    'client/b.ts',
    'export const used = 1;\nexport const unused = () => {\n};\nexport const list = 2;',
  );
  expect([...example.exports]).toEqual(['bringOver', 'first', 'second']);
  expect(example.functions).toEqual([{ name: 'bringOver', line: 3, lines: 1, isDescribe: false }]);
  expect(other.functions).toEqual([{ name: 'unused', line: 2, lines: 2, isDescribe: false }]);
  expect(exportsWithoutUse([other, example]).unused).toEqual([
    'client/b.ts unused',
    ...['bringOver', 'first', 'second'].map((name) => `client/a.ts ${name}`),
  ]);
  const inTest = parse('tests/c.test.ts', `import { unused } from '${CLIENT}';\ndescribe.each([])('it', () => {});`);
  expect(inTest.functions).toEqual([{ name: 'describe', line: 2, lines: 1, isDescribe: true }]);
  expect(exportsWithoutUse([other, inTest]).forTests).toEqual(['client/b.ts unused']);
  const chance = parse('tests/d.test.ts', ['export const one = Math', 'random()!;'].join('.'));
  expect([chance.nonNull, chance.usesChance]).toEqual([1, true]);
  expect([...example.names].flatMap((name) => among(DIALECT, name))).toEqual(['bring over']);
  expect(example.comments.map(({ value }) => SUBJECTLESS.test(value))).toEqual([true]);
});
