import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'vite';

export const ROOT = join(import.meta.dirname, '..', '..');

/** A node of the syntax tree (ESTree with TypeScript); `start` and `end` are offsets in the text. */
type Node = { type: string; start: number; end: number; [key: string]: unknown };
type Comment = { type: 'Line' | 'Block'; value: string; line: number };

/** A file, as its path from the root, and all that the rules of the house ask of it. Lines count from 1. */
export type Source = {
  path: string;
  lines: number;
  functions: { name: string; line: number; lines: number; isDescribe: boolean }[];
  names: ReadonlySet<string>;
  comments: Comment[];
  exports: ReadonlySet<string>;
  /** How often a `!` says that something is there. */
  nonNull: number;
  /** It asks for numbers that no seed repeats. */
  usesChance: boolean;
  imports: { path: string; name: string }[];
};

/** The packages of this repository, by what they export. */
const PACKAGES: Record<string, string> = { '@porchlight/stripe-emulator': 'local/stripe-emulator/server.ts' };

/** Stands for every export of a file. */
export const ALL = '*';

const FOLDERS = ['schema', 'sync', 'worker', 'client', 'local', 'tests'];
const CONFIGS = ['drizzle.config.ts', 'vite.config.ts', 'vitest.config.ts'];
const CODE = /\.(ts|tsx|mjs)$/;

export const isTest = (path: string): boolean => /(^|\/)tests\//.test(path);

const pathsOf = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => CODE.test(name) && !name.includes('node_modules'))
    .map((name) => `${folder}/${name}`);

let cached: Source[] | undefined;

/** All source files of the project. */
export const sources = (): Source[] => {
  cached ??= [...CONFIGS, ...FOLDERS.flatMap(pathsOf)]
    .sort()
    .map((path) => parse(path, readFileSync(join(ROOT, path), 'utf8')));
  return cached;
};

/** Throws where the text is no TypeScript. */
export const parse = (path: string, text: string): Source => {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const lineAt = lineCounter(text);
  const source = {
    path,
    lines: text.split('\n').length - 1,
    functions: [] as Source['functions'],
    names: new Set<string>(),
    comments: comments.map(({ type, value, start }) => ({ type, value, line: lineAt(start) })),
    exports: new Set<string>(),
    nonNull: 0,
    usesChance: /\bMath\.random\(|\brandomInt\(/.test(text),
    imports: [] as Source['imports'],
  };
  const namespaces = new Map<string, string>();
  visit(program as unknown as Node, (node, parent) => {
    if (isFunction(node))
      source.functions.push({
        name: nameOf(node, parent),
        line: lineAt(node.start),
        lines: lineAt(node.end) - lineAt(node.start) + 1,
        isDescribe: calleeOf(parent) === 'describe',
      });
    if (node.type === 'TSNonNullExpression') source.nonNull += 1;
    if (node.type === 'Identifier' || node.type === 'JSXIdentifier') source.names.add(String(node.name));
    for (const name of exportedBy(node)) source.exports.add(name);
    for (const one of importedBy(node, parent, path, namespaces)) source.imports.push(one);
  });
  return source;
};

const lineCounter = (text: string) => {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (offset: number): number => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
};

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const visit = (node: Node, see: (node: Node, parent?: Node) => void, parent?: Node): void => {
  see(node, parent);
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, see, node);
};

const isFunction = ({ type, body }: Node): boolean => /Function/.test(type) && !type.startsWith('TS') && isNode(body);

const nameOf = (node: Node, parent?: Node): string => {
  const named = [node.id, parent?.id, parent?.key].find((one) => isNode(one) && typeof one.name === 'string');
  return isNode(named) ? String(named.name) : calleeOf(parent) || 'anonymous';
};

/** The first name of what a node calls: `describe` of `describe.each(cases)(title, body)`. */
const calleeOf = (node: unknown): string => {
  if (!isNode(node)) return '';
  if (node.type === 'Identifier') return String(node.name);
  return calleeOf(node.type === 'MemberExpression' ? node.object : node.type === 'CallExpression' && node.callee);
};

const identifiers = (pattern: unknown): string[] => {
  if (!isNode(pattern)) return [];
  if (pattern.type === 'Identifier') return [String(pattern.name)];
  const parts = [pattern.properties, pattern.elements].flatMap((list) => (Array.isArray(list) ? list : []));
  return parts.flatMap((part) => identifiers(isNode(part) && part.type === 'Property' ? part.value : part));
};

const textOf = (node: unknown): string =>
  isNode(node) ? String(node.type === 'Identifier' ? node.name : node.value) : '';

const exportedBy = (node: Node): string[] => {
  if (node.type === 'ExportDefaultDeclaration') return ['default'];
  if (node.type !== 'ExportNamedDeclaration') return [];
  const { declaration, specifiers } = node;
  const specified = (specifiers as Node[]).map(({ exported }) => textOf(exported));
  if (!isNode(declaration)) return specified;
  if (!Array.isArray(declaration.declarations)) return identifiers(declaration.id);
  return (declaration.declarations as Node[]).flatMap(({ id }) => identifiers(id));
};

/** The imports of a node. Of a namespace only those members count that are read of it, unless it is passed on whole. */
const importedBy = (node: Node, parent: Node | undefined, path: string, namespaces: Map<string, string>) => {
  const resolved = (from: unknown) => PACKAGES[textOf(from)] ?? normalize(join(dirname(path), textOf(from)));
  const isOurs = (from: unknown) => textOf(from).startsWith('.') || textOf(from) in PACKAGES;
  switch (node.type) {
    case 'ImportDeclaration':
      if (!isOurs(node.source)) return [];
      return (node.specifiers as Node[]).flatMap(({ type, imported, local }) => {
        if (type === 'ImportNamespaceSpecifier') namespaces.set(textOf(local), resolved(node.source));
        if (type === 'ImportNamespaceSpecifier') return [];
        return [{ path: resolved(node.source), name: type === 'ImportSpecifier' ? textOf(imported) : 'default' }];
      });
    case 'ExportNamedDeclaration':
      if (!isOurs(node.source)) return [];
      return (node.specifiers as Node[]).map(({ local }) => ({ path: resolved(node.source), name: textOf(local) }));
    case 'TSModuleDeclaration':
      if (!isOurs(node.id)) return [];
      return (node.body as { body: Node[] }).body.map(({ id }) => ({ path: resolved(node.id), name: textOf(id) }));
    case 'ExportAllDeclaration':
      return isOurs(node.source) ? [{ path: resolved(node.source), name: ALL }] : [];
    case 'ImportExpression':
    case 'TSImportType':
      return isOurs(node.source) ? [{ path: resolved(node.source), name: ALL }] : [];
    case 'Identifier': {
      const path = namespaces.get(String(node.name));
      if (!path || !parent || parent.type === 'ImportNamespaceSpecifier') return [];
      const { object, property, left, right, computed } = parent;
      if (object === node && property !== node) return [{ path, name: computed ? ALL : textOf(property) }];
      if (parent.type === 'TSQualifiedName' && left === node) return [{ path, name: textOf(right) }];
      return parent.type === 'MemberExpression' || parent.key === node ? [] : [{ path, name: ALL }];
    }
    default:
      return [];
  }
};
