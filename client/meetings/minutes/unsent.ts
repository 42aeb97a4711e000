import { useSyncExternalStore } from 'react';
import { Refusal } from '../../../sync/tx.ts';
import { useUser } from '../../device/session.ts';
import { save } from '../../device/store.ts';
import { storedDrafts } from '../../ui/draft.tsx';
import { trueNow } from '../clock.ts';
import { deskOf } from '../desk-name.ts';

/** `executive_session_id` where the text is of an executive session. */
export type Section = { meeting_id: string; item_id: string | null; executive_session_id: string | null };

/** `at` is that of the last keystroke. */
export type Typed = { id: string; text: string; replaces: string[]; at: string; executive_session_id?: string | null };

const OPENING = 'opening';
const EXECUTIVE = 'executive';

/** Where a section's typing is kept until it is saved. */
export const draftOf = ({ meeting_id, item_id, executive_session_id }: Section): string =>
  `minutes/${meeting_id}/${item_id ?? OPENING}${executive_session_id ? `/${EXECUTIVE}` : ''}`;

export const saveTyped = (section: Section, typed: Typed): Promise<void> =>
  save('saveMinutesText', { ...typed, ...section, at: typed.at || trueNow(), desk: deskOf(section.meeting_id) });

/** Each open editor saves its text, by the key of its draft; false where that failed. */
const editors = new Map<string, () => Promise<boolean>>();
const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

/** Gives what closes the editor again. */
export const openEditor = (key: string, saveText: () => Promise<boolean>) => {
  editors.set(key, saveText);
  notify();
  return () => {
    if (editors.get(key) === saveText) editors.delete(key);
    notify();
  };
};

type Item = { meeting_id: string; item_id: string | null };
const keysOf = (item: Item): string[] =>
  [null, EXECUTIVE].map((executive_session_id) => draftOf({ ...item, executive_session_id }));

/** Saves what is typed in the open editors of an item; false where some of it could not be saved. */
export const saveEditors = async (item: Item): Promise<boolean> =>
  (await Promise.all(keysOf(item).map((key) => editors.get(key)?.() ?? true))).every(Boolean);

export const hasDraft = (user_id: string, item: Item): boolean => {
  const keys = keysOf(item);
  return storedDrafts(user_id, keys[0]!).some(({ key }) => keys.includes(key));
};

/** Saves the drafts that no open editor saves. What is refused, and what cannot be saved yet, stays a draft. */
export const sendUnsent = async (user_id: string): Promise<void> => {
  for (const draft of unsentOf(user_id, '')) {
    try {
      await saveDraft(user_id, draft);
    } catch (error) {
      if (!(error instanceof Refusal)) break;
    }
  }
  notify();
};

const unsentOf = (user_id: string, meeting_id: string) =>
  storedDrafts(user_id, `minutes/${meeting_id}`).filter(({ key }) => !editors.has(key));

const saveDraft = async (
  user_id: string,
  { key, text, remove }: ReturnType<typeof unsentOf>[number],
): Promise<void> => {
  const [, meeting_id = '', item = OPENING, executive] = key.split('/');
  const typed: Typed = JSON.parse(text ?? '{}');
  const { executive_session_id = null } = typed;
  // Its editor knows the session of what an earlier release kept.
  if (executive && !executive_session_id) return;
  await saveTyped({ meeting_id, item_id: item === OPENING ? null : item, executive_session_id }, typed);
  if (storedDrafts(user_id, key).some((now) => now.key === key && now.text === text)) remove();
};

/** True while text of the meeting is kept on this device that no open editor shows. */
export const useHasUnsent = (meeting_id: string): boolean => {
  const { id } = useUser();
  return useSyncExternalStore(subscribe, () => unsentOf(id, meeting_id).length > 0);
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
