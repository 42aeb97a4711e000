import type { Way } from '../../../schema/meetings.ts';
import type { RollUnit } from '../../../schema/tables/voters.ts';
import type { Presence, UnitPresence } from '../../../sync/meetings/books.ts';
import type { NewFact } from '../record.ts';
import type { Hit, Person } from './find-units.ts';

/** A unit to be checked in. With `also` it is a further person of a unit that may be here already. */
export type Target = { unit: RollUnit; way: Way; person?: string | null; proxy_id?: string | null; also?: boolean };

export const WAY_LABELS: Record<Way, string> = { in_person: 'In person', remote: 'Remote', proxy: 'By proxy' };

const RANK: Record<Way, number> = { in_person: 0, remote: 1, proxy: 2 };

/** The person found represents the unit, in person or by proxy; an owner of their own has no need to be named. */
export const targetOf = ({ unit, person, proxy_id }: Hit): Target => ({
  unit,
  way: proxy_id ? 'proxy' : 'in_person',
  person: person ?? (unit.owners.length === 1 ? unit.owners[0]!.name : null),
  proxy_id,
});

export const targetsOf = ({ name, units }: Person): Target[] =>
  units.map(({ unit, proxy_id }) => ({ unit, way: proxy_id ? 'proxy' : 'in_person', person: name, proxy_id }));

/** The facts of those who are not here yet, and the units that are. A better way than the known one is a fact too: an owner who
 * comes while the holder of the proxy is here. */
export const checkIn = (
  presence: Presence,
  targets: readonly Target[],
  at?: string,
): { facts: NewFact[]; already: UnitPresence[] } => {
  const already: UnitPresence[] = [];
  const facts: NewFact[] = [];
  for (const target of targets) {
    const known = presence.units.get(target.unit.id);
    if (known && isHere(known, target)) already.push(known);
    else facts.push(arrival(target, at));
  }
  return { facts, already };
};

const isHere = ({ way, people }: UnitPresence, target: Target): boolean => {
  if (way === null) return false;
  if (!target.also) return RANK[way] <= RANK[target.way];
  return people.some(
    ({ name, way: known, proxy_id }) =>
      name === target.person && known === target.way && proxy_id === (target.proxy_id ?? null),
  );
};

const arrival = ({ unit, way, person, proxy_id }: Target, at: string | undefined): NewFact => ({
  kind: 'arrived',
  subject: unit.id,
  data: { way, ...(person && { person }), ...(proxy_id && { proxy_id }) },
  ...(at && { at }),
});
