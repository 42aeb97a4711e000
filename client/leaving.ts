import { getDefaultStore } from 'jotai';
import { outboxAtom } from './store.ts';

const jotai = getDefaultStore();

/** Whether the end of this page would take a change with it. */
export const isInMemory = (): boolean => jotai.get(outboxAtom).some(({ state }) => state === 'memory');

/** Has the browser ask before the page is left while a change is in memory only. */
export const askBeforeLeaving = (): void => {
  jotai.sub(outboxAtom, () => {
    if (isInMemory()) addEventListener('beforeunload', ask);
    else removeEventListener('beforeunload', ask);
  });
};

const ask = (event: BeforeUnloadEvent) => event.preventDefault();
