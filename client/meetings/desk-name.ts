import { useSyncExternalStore } from 'react';
import { uuidv7 } from 'uuidv7';
import { local } from '../ui/local-storage.ts';

const DEVICE = 'porchlight.device';
const DESK = 'porchlight.desk/';
const USED = 'porchlight.desks-used/';

/** Suggested names of a device in a meeting. */
export const DESK_NAMES = ['Record', 'Desk 1', 'Desk 2'] as const;
export const DESK_NAME_LIMIT = 40;

/** The id that this browser keeps for itself. */
export const deviceId = (): string => {
  const known = local.get(DEVICE);
  if (known) return known;
  const made = uuidv7();
  local.set(DEVICE, made);
  return made;
};

/** The name that was chosen on this device for the meeting; null before. */
const chosenDesk = (meeting_id: string): string | null => local.get(DESK + meeting_id);

/** The name in the facts of this device; without a chosen one it is of the device alone. */
export const deskOf = (meeting_id: string): string => chosenDesk(meeting_id) ?? defaultName();
const defaultName = () => `Device ${deviceId().slice(-4)}`;

/** All names that this device has had in the meeting. */
export const ownDesks = (meeting_id: string): ReadonlySet<string> =>
  new Set([deskOf(meeting_id), defaultName(), ...usedBefore(meeting_id)]);

const usedBefore = (meeting_id: string): string[] => JSON.parse(local.get(USED + meeting_id) ?? '[]') as string[];

const listeners = new Set<() => void>();

export const chooseDesk = (meeting_id: string, name: string): void => {
  const short = name.trim().slice(0, DESK_NAME_LIMIT);
  local.set(USED + meeting_id, JSON.stringify([...new Set([...usedBefore(meeting_id), deskOf(meeting_id)])]));
  if (short) local.set(DESK + meeting_id, short);
  else local.remove(DESK + meeting_id);
  for (const listener of listeners) listener();
};

/** The device that takes the record is called by what it does, unless it has a name. */
export const nameRecord = (meeting_id: string): void => {
  if (chosenDesk(meeting_id) === null) chooseDesk(meeting_id, 'Record');
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The chosen name, kept by changes. */
export const useDesk = (meeting_id: string): string | null =>
  useSyncExternalStore(subscribe, () => chosenDesk(meeting_id));
