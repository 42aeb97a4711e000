import { local } from '../ui/local-storage.ts';

const KEPT = 8;
const nameOf = (user_id: string) => `recent/${user_id}`;

/** The addresses of the records that were opened last on this device, the newest first. */
export const recentRecords = (user_id: string): string[] => {
  try {
    return JSON.parse(local.get(nameOf(user_id)) ?? '[]') as string[];
  } catch {
    return [];
  }
};

export const noteRecent = (user_id: string, href: string): void => {
  const recent = [href, ...recentRecords(user_id).filter((one) => one !== href)].slice(0, KEPT);
  local.set(nameOf(user_id), JSON.stringify(recent));
};
