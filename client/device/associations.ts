import { local } from '../ui/local-storage.ts';
import type { Answer } from './http.ts';

export type Association = { id: string; name: string };

/** The HOAs whose password it is, where a sign-in found several. */
export const associationsIn = ({ status, body }: Answer): Association[] | undefined =>
  status === 409 ? ((body ?? {}) as { associations?: Association[] }).associations : undefined;

export const LAST_ASSOCIATION = 'porchlight.last-association';

export const storeLastAssociation = (hoa_id: string): void => void local.set(LAST_ASSOCIATION, hoa_id);

/** The one opened last on this device first. */
export const lastFirst = (associations: readonly Association[]): { first: Association[]; others: Association[] } => {
  const last = local.get(LAST_ASSOCIATION);
  return { first: associations.filter(({ id }) => id === last), others: associations.filter(({ id }) => id !== last) };
};
