import { timeZoneOf } from '../../schema/time-zones.ts';
import { shortTimeInWords } from '../../sync/meetings/local-time.ts';
import type { Choice } from '../ui/combobox.tsx';

const IN_USE = [
  ['America/New_York', 'Eastern Time', 'New York, Atlanta, Miami'],
  ['America/Chicago', 'Central Time', 'Chicago, Dallas, Nashville'],
  ['America/Denver', 'Mountain Time', 'Denver, Salt Lake City'],
  ['America/Phoenix', 'Arizona Time', 'Phoenix, Tucson'],
  ['America/Los_Angeles', 'Pacific Time', 'Los Angeles, Las Vegas, Seattle'],
  ['America/Anchorage', 'Alaska Time', 'Anchorage'],
  ['Pacific/Honolulu', 'Hawaii Time', 'Honolulu'],
] as const;

/** "Central Time"; a zone outside of the United States by its city. */
export const zoneName = (zone: string): string => IN_USE.find(([id]) => id === zone)?.[1] ?? cityOf(zone);

const cityOf = (zone: string): string => zone.split('/').slice(1).reverse().join(', ').replaceAll('_', ' ') || zone;

/** That of the browser, '' where it has none of a place. */
export const ownZone = (): string => timeZoneOf(new Intl.DateTimeFormat().resolvedOptions().timeZone) ?? '';

/** Those of the United States first, then the others by region and city, each with its clock. */
export const zoneChoices = (now: string): Choice[] => {
  const aside = (id: string) => shortTimeInWords(id, now).split(', ').at(-1) ?? '';
  const known = new Set<string>(IN_USE.map(([id]) => id));
  const others = Intl.supportedValuesOf('timeZone').filter((id) => !known.has(id));
  return [
    ...IN_USE.map(([id, label, cities]) => ({ id, label, hint: `USA · ${cities}`, aside: aside(id) })),
    ...others.map((id) => ({
      id,
      label: cityOf(id),
      hint: id.split('/')[0]?.replace(/^America$/, 'Americas') ?? '',
      aside: aside(id),
    })),
  ];
};
