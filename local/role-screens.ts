import { dirname, join } from 'node:path';
import { parseSync } from 'vite';
import { ROLES, type Role } from '../schema/users.ts';
import { type Capability, can } from '../sync/roles.ts';

/** The modules of screens that not everybody opens, each with who does. */
export type Screens = ReadonlyMap<string, ReadonlySet<Role>>;

type Node = { type: string; [key: string]: unknown };

/** The screens of the routes that a source describes, by module, each with the roles that have what its routes need. */
export const screensIn = (file: string, source: string): Screens => {
  const nodes = [...nodesIn(parseSync(file, source).program as unknown as Node)];
  const named = new Map(
    nodes.flatMap((node) => {
      const module = node.type === 'VariableDeclarator' && moduleOf(node.init as Node | null);
      return module ? [[(node.id as Node).name, module] as const] : [];
    }),
  );
  const screens = new Map<string, ReadonlySet<Role>>();
  for (const node of nodes.filter(({ type }) => type === 'ObjectExpression')) {
    const value = (key: string) => propertyOf(node, key);
    const needs = value('needs')?.value as Capability | undefined;
    const note = (screen: Node | undefined, roles: readonly Role[]) => {
      const module = screen && (moduleOf(screen) ?? named.get(screen.name));
      if (!module) return;
      const name = join(dirname(file), module);
      screens.set(name, new Set([...(screens.get(name) ?? []), ...roles]));
    };
    const isFor = (role: Role) => !needs || can(role, needs);
    note(value('screen'), ROLES.filter(isFor));
    note(
      value('otherwise'),
      ROLES.filter((role) => !isFor(role)),
    );
  }
  return screens;
};

const propertyOf = ({ properties }: Node, key: string): Node | undefined =>
  (properties as Node[]).find((property) => (property.key as Node | undefined)?.name === key)?.value as
    | Node
    | undefined;

/** The module that `lazyScreen(() => import(...))` loads. */
const moduleOf = (node: Node | null): string | undefined => {
  if (node?.type !== 'CallExpression' || (node.callee as Node).name !== 'lazyScreen') return undefined;
  const loaded = [...nodesIn(node)].find(({ type }) => type === 'ImportExpression');
  return (loaded?.source as Node | undefined)?.value as string | undefined;
};

function* nodesIn(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value) yield value as Node;
  for (const part of Object.values(value)) yield* nodesIn(part);
}
