import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import type { MinutesText } from '../../../schema/tables/minutes.ts';
import { Refusal } from '../../../sync/tx.ts';
import { messageOf } from '../../device/http.ts';
import { useUser } from '../../device/session.ts';
import { save, useOnline } from '../../device/store.ts';
import { useDraft } from '../../ui/draft.tsx';
import { trueNow } from '../clock.ts';
import { deskOf } from '../desk-name.ts';
import { draftOf, openEditor, type Section, saveTyped, type Typed } from './unsent.ts';

const NOTHING: Typed = { id: '', text: '', replaces: [], at: '' };

/** A pause in typing after which the text becomes a change of the device's queue. Each keystroke is on the device before. */
const PAUSE_MS = 1500;

type Failure = {
  message: string;
  /** It will be saved once there is a connection. */
  waits: boolean;
};

/** The text being typed in a section. One stretch of typing is one row, which replaces `heads`; typing on in a row of one's own
 * from this device continues it. Text that a killed browser left is sent when the section opens again, and text that could
 * not be saved once there is a connection. */
export const useTyping = (section: Section, heads: readonly MinutesText[]) => {
  const { id: user_id } = useUser();
  const { text, change, flush, failure } = useTypedText(section);
  const stretch = useRef<Pick<Typed, 'id' | 'replaces'> | null>(null);
  const begin = (): Pick<Typed, 'id' | 'replaces'> => {
    const [head] = heads;
    const isMine = heads.length === 1 && head?.by === user_id && head.desk === deskOf(section.meeting_id);
    return isMine ? { id: head.id, replaces: head.replaces } : { id: uuidv7(), replaces: heads.map(({ id }) => id) };
  };
  const type = (typed: string) => {
    stretch.current ??= begin();
    change({ ...stretch.current, text: typed, at: trueNow() });
  };
  /** The next keystroke begins a stretch of its own. */
  const end = async () => {
    if (await flush()) stretch.current = null;
  };
  return { text: text ?? heads[0]?.text ?? '', type, end, failure };
};

/** The last text that was typed and not saved, null where there is none. It is saved after a pause, when the editor closes,
 * and when the connection is back. */
const useTypedText = (section: Section) => {
  const key = draftOf(section);
  const { value, set, kept, discard } = useDraft<Typed>(key, NOTHING);
  const pending = useRef<Typed | null>(kept ? value : null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { savePending, failure } = useSaving(section, pending, discard);

  /** False where the text could not be saved. */
  const flush = useCallback((): Promise<boolean> => {
    clearTimeout(timer.current);
    return savePending();
  }, [savePending]);

  useEffect(() => {
    const close = openEditor(key, flush);
    return () => void flush().then(close);
  }, [key, flush]);

  const online = useOnline();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a connection that is back is a reason to try again
  useEffect(() => void flush(), [flush, online]);

  const change = (typed: Typed) => {
    pending.current = { ...typed, executive_session_id: section.executive_session_id };
    set(pending.current);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void flush(), PAUSE_MS);
  };
  return { text: kept ? value.text : null, change, flush, failure };
};

/** Saves what is `pending`, one text after the other, and with it what is typed meanwhile. */
const useSaving = (
  { meeting_id, item_id, executive_session_id }: Section,
  pending: RefObject<Typed | null>,
  onSaved: () => void,
) => {
  const [failure, setFailure] = useState<Failure | null>(null);
  const last = useRef(Promise.resolve(true));

  const saveNow = useCallback(async (): Promise<boolean> => {
    const typed = pending.current;
    if (!typed) return true;
    pending.current = null;
    try {
      await saveTyped({ meeting_id, item_id, executive_session_id }, typed);
    } catch (error) {
      pending.current ??= typed;
      const waits = !(error instanceof Refusal);
      setFailure({ message: messageOf(error, 'Your text could not be saved.'), waits });
      return false;
    }
    setFailure(null);
    if (pending.current) return saveNow();
    onSaved();
    return true;
  }, [meeting_id, item_id, executive_session_id, pending, onSaved]);

  const savePending = useCallback((): Promise<boolean> => {
    last.current = last.current.then(saveNow);
    return last.current;
  }, [saveNow]);
  return { savePending, failure };
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
