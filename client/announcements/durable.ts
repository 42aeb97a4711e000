import { getDefaultStore } from 'jotai';
import { outboxAtom } from '../store.ts';

const jotai = getDefaultStore();
const PATIENCE_MS = 3000;

/** Resolves once no change of that record is in memory alone, so that what is called saved outlives a crash. It gives
 * up after three seconds: the change goes on being shown as not yet saved. */
export const untilOnDevice = async (record_id: string): Promise<void> => {
  const inMemory = () => jotai.get(outboxAtom).some(({ args, state }) => args.id === record_id && state === 'memory');
  if (!inMemory()) return;
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(end, PATIENCE_MS);
    const stop = jotai.sub(outboxAtom, () => !inMemory() && end());
  });
};
