import type { Entity } from '../../schema/rows.ts';
import type { Role } from '../../schema/users.ts';
import { loadOnce } from '../../sync/client/load-once.ts';
import { can } from '../../sync/roles.ts';
import type { Feature, SearchPart } from '../feature.ts';
import { features } from '../features.ts';
import { screensFor } from '../shell/navigation.ts';
import type { SearchAction } from './source.ts';

/** The order in which equally good results stand, before those of all other kinds. */
const FIRST: readonly Entity[] = [
  'user',
  'address',
  'request',
  'violation',
  'announcement',
  'document',
  'meeting',
  'due',
  'account',
  'invoice',
  'payment',
];

/** The search parts of all features, in the order in which equally good results stand. */
export const searchParts = loadOnce(async (): Promise<SearchPart[]> => {
  const all: readonly Feature[] = features;
  const parts = await Promise.all(all.flatMap(({ search }) => search?.() ?? []));
  const place = ({ source: { entity } }: SearchPart) => (FIRST.includes(entity) ? FIRST.indexOf(entity) : FIRST.length);
  return parts.sort((a, b) => place(a) - place(b));
});

/** The actions and screens of a role, actions first. */
export const actionsFor = (role: Role, parts: readonly SearchPart[]): SearchAction[] => [
  ...parts.flatMap(({ actions = [] }) => actions).filter(({ needs }) => !needs || can(role, needs)),
  ...screensFor(role),
];
