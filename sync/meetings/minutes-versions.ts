import type { MinutesText } from '../../schema/tables/meetings.ts';
import { byTime } from './heads.ts';

type Text = Pick<MinutesText, 'id' | 'item_id' | 'replaces' | 'at'>;

/** The versions of a section: its texts that no other replaces, the oldest first. More than one waits to be settled. */
export const versionsOfSection = <T extends Text>(texts: readonly T[], item_id: string | null): T[] => {
  const replaced = replacedIn(texts);
  return texts.filter((text) => text.item_id === item_id && !replaced.has(text.id)).sort(byTime);
};

/** Once for the same rows, because each section asks. */
const replacedIn = (texts: readonly Text[]): ReadonlySet<string> => {
  const known = replacedTexts.get(texts);
  if (known) return known;
  const replaced = new Set(texts.flatMap(({ replaces }) => replaces));
  replacedTexts.set(texts, replaced);
  return replaced;
};
const replacedTexts = new WeakMap<readonly Text[], ReadonlySet<string>>();

/** The sections that have more than one version. */
export const contestedSections = (texts: readonly Text[]): (string | null)[] =>
  [...new Set(texts.map(({ item_id }) => item_id))].filter((item_id) => versionsOfSection(texts, item_id).length > 1);
