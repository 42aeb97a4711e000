import type { MinutesText } from '../../../schema/tables/minutes.ts';
import { byTime } from '../facts/fact-index.ts';

type Text = Pick<MinutesText, 'id' | 'item_id' | 'replaces' | 'at'>;

/** The versions of a section: its texts that no other replaces, the oldest first. More than one waits to be settled. */
export const versionsOfSection = <T extends Text>(texts: readonly T[], item_id: string | null): T[] => {
  const replaced = new Set(texts.flatMap(({ replaces }) => replaces));
  return texts.filter((text) => text.item_id === item_id && !replaced.has(text.id)).sort(byTime);
};
