import { useCallback, useEffect, useRef, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import type { MinutesText } from '../../../schema/tables/minutes.ts';
import { messageOf } from '../../device/http.ts';
import { useUser } from '../../device/session.ts';
import { save } from '../../device/store.ts';
import { useDraft } from '../../ui/draft.tsx';
import { trueNow } from '../clock.ts';
import { deskOf } from '../desk-name.ts';

/** `at` is that of the last keystroke. */
type Typed = { id: string; text: string; replaces: string[]; at: string };
const NOTHING: Typed = { id: '', text: '', replaces: [], at: '' };

/** A pause in typing after which the text becomes a change of the device's queue. Each keystroke is on the device before. */
const PAUSE_MS = 1500;

/** `executive_session_id` where the text is of an executive session. */
export type Section = { meeting_id: string; item_id: string | null; executive_session_id: string | null };

/** Where a section's typing is kept until it is saved. */
export const draftOf = ({ meeting_id, item_id, executive_session_id }: Section): string =>
  `minutes/${meeting_id}/${item_id ?? 'opening'}${executive_session_id ? '/executive' : ''}`;

/** The text being typed in a section. One stretch of typing is one row, which replaces `heads`; typing on in a row of one's own
 * from this device continues it. Text that a killed browser left is sent when the section opens again. */
export const useTyping = (section: Section, heads: readonly MinutesText[]) => {
  const { meeting_id, item_id, executive_session_id } = section;
  const { id: user_id } = useUser();
  const { value, set, kept, discard } = useDraft<Typed>(draftOf(section), NOTHING);
  const [failure, setFailure] = useState<string | null>(null);
  const pending = useRef<Typed | null>(kept ? value : null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stretch = useRef<Pick<Typed, 'id' | 'replaces'> | null>(null);

  const flush = useCallback(async () => {
    clearTimeout(timer.current);
    const typed = pending.current;
    if (!typed) return;
    pending.current = null;
    try {
      const at = typed.at || trueNow();
      const row = { ...typed, meeting_id, item_id, executive_session_id, at, desk: deskOf(meeting_id) };
      await save('saveMinutesText', row);
      setFailure(null);
      if (!pending.current) discard();
    } catch (error) {
      pending.current ??= typed;
      setFailure(messageOf(error, 'Your text could not be saved.'));
    }
  }, [meeting_id, item_id, executive_session_id, discard]);

  useEffect(() => {
    void flush();
    return () => void flush();
  }, [flush]);

  const begin = (): Pick<Typed, 'id' | 'replaces'> => {
    const [head] = heads;
    const isMine = heads.length === 1 && head?.by === user_id && head.desk === deskOf(meeting_id);
    return isMine ? { id: head.id, replaces: head.replaces } : { id: uuidv7(), replaces: heads.map(({ id }) => id) };
  };
  const type = (text: string) => {
    stretch.current ??= begin();
    pending.current = { ...stretch.current, text, at: trueNow() };
    set(pending.current);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void flush(), PAUSE_MS);
  };
  /** The next keystroke begins a stretch of its own. */
  const end = async () => {
    await flush();
    stretch.current = null;
  };
  return { text: kept ? value.text : (heads[0]?.text ?? ''), type, flush, end, failure };
};

/** Settles versions: one text takes the place of them all. */
export const settle = (section: Section, heads: readonly MinutesText[], text: string): Promise<void> =>
  save('saveMinutesText', {
    ...section,
    id: uuidv7(),
    text,
    replaces: heads.map(({ id }) => id),
    at: trueNow(),
    desk: deskOf(section.meeting_id),
  });
