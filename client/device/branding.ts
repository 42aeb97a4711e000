import { atom, useAtomValue } from 'jotai';
import { local } from '../ui/local-storage.ts';

export const BRANDING = 'porchlight.branding';

/** This device keeps it of the association that was opened last: it shows from the first paint on, without a connection, and on the
 * sign-in page. */
export type Branding = {
  name: string;
  logo_key: string | null;
  /** A data URL. */
  logo?: string;
  /** Custom properties of client/styles.css. */
  colors: Record<string, string>;
};

const read = (): Branding | null => {
  try {
    return JSON.parse(local.get(BRANDING) ?? 'null') as Branding | null;
  } catch {
    return null;
  }
};

const kept = read();
export const brandingAtom = atom(kept);

export const useBranding = (): Branding | null => useAtomValue(brandingAtom);

export const paint = (branding: Branding | null): void => {
  for (const [name, color] of Object.entries(branding?.colors ?? {}))
    document.documentElement.style.setProperty(name, color);
};

paint(kept);
