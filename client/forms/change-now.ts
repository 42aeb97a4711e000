import { messageOf } from '../device/http.ts';
import { toast } from '../ui/toast.tsx';
import { NOT_SAVED } from './submit.ts';

const NOTICE_MS = 5000;

type Change = {
  write: () => Promise<unknown>;
  /** Puts back what was there before. */
  undo?: (() => unknown) | undefined;
  undoLabel?: string;
  said: string;
  /** The sentence for a failure without one of its own. */
  fallback?: string;
  forMs?: number;
};

/** Makes one change at once and says so in a toast, from which it can be undone where it has an `undo`. Throws nothing: a failure is a toast. */
export const changeNow = async ({
  write,
  undo,
  undoLabel = 'Undo',
  said,
  fallback = NOT_SAVED,
  forMs = NOTICE_MS,
}: Change): Promise<void> => {
  const failed = (error: unknown) => void toast(messageOf(error, fallback), 'error');
  try {
    await write();
  } catch (error) {
    return failed(error);
  }
  void toast(said, 'success', forMs, undo && { label: undoLabel, run: () => void takeBack(undo).catch(failed) });
};

const takeBack = async (undo: () => unknown) => {
  await undo();
  void toast('Undone');
};
