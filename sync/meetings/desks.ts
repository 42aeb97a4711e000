import type { FactKind } from '../../schema/facts.ts';
import type { Indexed } from './books.ts';
import { ofKind } from './facts/heads.ts';

/** A device at which the meeting is recorded, with the time of its last fact. `device` is null where it never said. */
export type DeskOut = { desk: string; device: string | null; last_seen: string };
/** This device: its id, and all names that it has had in the meeting. */
type OwnDesk = { device: string; names: ReadonlySet<string> };

type Desk = DeskOut & { opened: string; closed: string; worked: string };

/** Desks whose entries may not all be here: those that were opened and not closed since, or record on after it; offline each other
 * one, too, because only a connection would show that they closed. By name. */
export const desksOut = (books: Indexed, own: OwnDesk, online: boolean): DeskOut[] =>
  desksOf(books)
    .filter(({ device, desk }) => (device === null ? !own.names.has(desk) : device !== own.device))
    .filter(({ opened, closed, worked }) => {
      const isClosed = closed > opened && closed >= worked;
      return !isClosed && (opened !== '' || !online);
    })
    .map(({ desk, device, last_seen }) => ({ desk, device, last_seen }));

export const DESK_WORK: readonly FactKind[] = ['arrived', 'left', 'guest', 'vote', 'count'];

/** A device is one desk, whatever it was called; one that never said which device it is goes by its name. */
const desksOf = (books: Indexed): Desk[] => {
  const devices = new Map(
    [...ofKind(books, 'recorder_taken'), ...ofKind(books, 'desk_opened')].map(
      ({ desk, data }) => [desk, data.device] as const,
    ),
  );
  const desks = new Map<string, Desk>();
  const deskOf = (name: string, of = devices.get(name)): Desk => {
    const key = of ?? name;
    const known = desks.get(key) ?? {
      desk: name,
      device: of ?? null,
      ...{ last_seen: '', opened: '', closed: '', worked: '' },
    };
    desks.set(key, known);
    return known;
  };
  for (const { desk: name, at, kind } of books.index.all) {
    // It is entered on any device, days before.
    if (kind === 'paper_notice') continue;
    const desk = deskOf(name);
    if (at > desk.last_seen || (at === desk.last_seen && name > desk.desk))
      Object.assign(desk, { desk: name, last_seen: at });
    if (DESK_WORK.includes(kind) && at > desk.worked) desk.worked = at;
  }
  for (const { desk: name, data, at } of ofKind(books, 'desk_opened')) {
    const desk = deskOf(name, data.device);
    desk.opened = at;
    // Its name may be that of another device, which then has its other facts.
    if (at > desk.last_seen) desk.last_seen = at;
  }
  for (const { data, at } of ofKind(books, 'desk_closed')) deskOf(data.desk, data.device).closed = at;
  return [...desks.values()].sort((a, b) => (a.desk < b.desk ? -1 : 1));
};

/** "This device only. Desk 2 last seen 7:04 PM." offline, "Desk 2 hasn’t synced, last seen 7:04 PM." with the line; empty where
 * none is out. */
export const outInWords = (desks: readonly DeskOut[], online: boolean, timeOf: (at: string) => string): string => {
  const seen = ({ desk, last_seen }: DeskOut, words: string) => `${desk}${words} last seen ${timeOf(last_seen)}.`;
  if (desks.length === 0) return '';
  if (online) return desks.map((desk) => seen(desk, ' hasn’t synced,')).join(' ');
  return `This device only. ${desks.map((desk) => seen(desk, '')).join(' ')}`;
};

/** The warnings in the board's minutes. */
export const outWarnings = (books: Indexed, timeOf: (at: string) => string): string[] =>
  desksOut(books, NO_DEVICE, true).map((desk) => `${outInWords([desk], true, timeOf)} Its entries may be missing.`);

/** The desk of a reader that is no device of the meeting. */
export const NO_DEVICE: OwnDesk = { device: '', names: new Set() };
