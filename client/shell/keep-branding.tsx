import { getDefaultStore } from 'jotai';
import { useEffect } from 'react';
import type { Hoa } from '../../schema/tables/hoas.ts';
import { type Scheme, shadesOf } from '../../sync/hoas/accent.ts';
import { logoPath } from '../../sync/hoas/logo.ts';
import { BRANDING, type Branding, brandingAtom, paint } from '../device/branding.ts';
import { useOnline } from '../device/store.ts';
import { local } from '../ui/local-storage.ts';

const jotai = getDefaultStore();

/** Keeps what the association has set on this device, and shows it. */
const KeepBranding = ({ hoa }: { hoa: Hoa }) => {
  const online = useOnline();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what could not be fetched is fetched once there is a connection
  useEffect(() => {
    let isCurrent = true;
    void brandingOf(hoa).then((branding) => isCurrent && keep(branding));
    return () => {
      isCurrent = false;
    };
  }, [hoa, online]);
  return null;
};

export default KeepBranding;

const brandingOf = async ({ name, accent, logo_key, logo_pending }: Hoa): Promise<Branding | null> => {
  if (!accent && !logo_key) return null;
  const before = jotai.get(brandingAtom);
  const isKnown = before?.logo && before.logo_key === logo_key;
  const logo = isKnown ? before.logo : logo_key && !logo_pending && (await fetchLogo(logo_key).catch(() => null));
  return { name, logo_key, ...(logo && { logo }), colors: accent ? colorsOf(accent) : {} };
};

const colorsOf = (accent: string): Record<string, string> => {
  const [light, dark] = (['light', 'dark'] satisfies Scheme[]).map((scheme) => shadesOf(accent, scheme));
  return Object.fromEntries(NAMES.map((name) => [`--brand-${name}`, `light-dark(${light?.[name]}, ${dark?.[name]})`]));
};

const NAMES = ['solid', 'hover', 'ink', 'soft', 'text'] as const;

/** Null for one that this device has only just uploaded. */
const fetchLogo = async (key: string): Promise<string | null> => {
  const path = logoPath(key);
  const response = path === key ? undefined : await fetch(path);
  return response?.ok ? dataUrlOf(await response.blob()) : null;
};

const dataUrlOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });

const keep = (branding: Branding | null): void => {
  const text = JSON.stringify(branding);
  if (text === JSON.stringify(jotai.get(brandingAtom))) return;
  if (branding) local.set(BRANDING, text);
  else local.remove(BRANDING);
  jotai.set(brandingAtom, branding);
  for (const name of NAMES) document.documentElement.style.removeProperty(`--brand-${name}`);
  paint(branding);
};
