import { invalid } from './errors.ts';
import { INCLUDABLE } from './invoice-expanding.ts';
import { lineItemsOf } from './line-items.ts';
import type { World } from './world.ts';

type Thing = Record<string, unknown>;

/** A copy of `answer` with the named ids replaced by their objects: https://docs.stripe.com/expand */
export const expanded = (world: World, answer: object, paths: string[]): object => {
  const copy = structuredClone(answer) as Thing;
  for (const path of paths) expandPath(world, copy, path.split('.'), path);
  return copy;
};

const expandPath = (world: World, thing: Thing, [name, ...rest]: string[], path: string): void => {
  if (!name) return;
  if (name === 'line_items' && thing.object === 'checkout.session')
    thing.line_items = lineItemsOf(world, thing.id as string);
  if (thing.object === 'invoice' && name in INCLUDABLE) thing[name] = INCLUDABLE[name]!(world, thing.id as string);
  if (!(name in thing)) throw invalid(`This property cannot be expanded (${path}).`, 'expand[0]');
  const value = thing[name];
  if (Array.isArray(value)) thing[name] = value.map((item) => step(world, item, rest, path));
  else thing[name] = step(world, value, rest, path);
};

const step = (world: World, value: unknown, rest: string[], path: string): unknown => {
  const found = typeof value === 'string' ? world.store.anything(value) : value;
  if (typeof value === 'string' && !found) throw invalid(`This property cannot be expanded (${path}).`, 'expand[0]');
  if (!found || typeof found !== 'object' || Array.isArray(found)) return found;
  const copy = typeof value === 'string' ? (structuredClone(found) as Thing) : (found as Thing);
  expandPath(world, copy, rest, path);
  return copy;
};
