import { messageOf } from '../http.ts';
import { toast } from '../ui/toast.tsx';

const NOTICE_MS = 5000;

type Change = {
  write: () => Promise<unknown>;
  /** Puts back what was there before. */
  undo: () => unknown;
  said: string;
  /** The sentence for a failure without one of its own. */
  fallback: string;
  forMs?: number;
};

/** Makes one change at once and says so in a toast, from which it can be undone. Throws nothing: a failure is a toast. */
export const changeNow = async ({ write, undo, said, fallback, forMs = NOTICE_MS }: Change): Promise<void> => {
  const failed = (error: unknown) => void toast(messageOf(error, fallback), 'error');
  const takeBack = async () => {
    await undo();
    void toast('Undone');
  };
  try {
    await write();
  } catch (error) {
    return failed(error);
  }
  void toast(said, 'success', forMs, { label: 'Undo', run: () => void takeBack().catch(failed) });
};
