import { createContext, useCallback, useContext, useMemo, useState, useSyncExternalStore } from 'react';
import { local } from './local-storage.ts';

/** The user's id: two users of one browser never see each other's drafts. */
export const DraftScope = createContext('');

export const useDrafts = () => {
  const scope = useContext(DraftScope);
  return useMemo(
    () => ({
      has: (key: string) => local.get(nameOf(scope, key)) !== null,
      put: (key: string, value: unknown) => {
        const kept = write(nameOf(scope, key), value);
        putCount += 1;
        for (const listener of listeners) listener();
        return kept;
      },
    }),
    [scope],
  );
};

/** The stored drafts of a user whose keys begin with `prefix`, for what is sent without the form that they belong to. */
export const storedDrafts = (user_id: string, prefix: string) =>
  local
    .keys()
    .filter((name) => name.startsWith(nameOf(user_id, prefix)))
    .map((name) => ({
      key: name.slice(nameOf(user_id, '').length),
      text: local.get(name),
      remove: () => local.remove(name),
    }));

let putCount = 0;
const listeners = new Set<() => void>();

/** Increases with each `put`. Use it as a form's key: a form reads its draft only when it mounts. */
export const usePutDrafts = (): number =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => putCount,
  );

/** A value stored on the device at each change, never used for passwords; without a key it stays in memory. `kept` is true
 * while a draft is stored; call `discard` after sending. */
export const useDraft = <Value,>(key: string | null, initial: Value) => {
  const scope = useContext(DraftScope);
  const name = key === null ? null : nameOf(scope, key);
  const [draft, setDraft] = useState(() => read(name, initial));
  const set = useCallback((value: Value) => setDraft({ value, kept: write(name, value) }), [name]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first initial value counts
  const discard = useCallback(() => {
    if (name !== null) local.remove(name);
    setDraft({ value: initial, kept: false });
  }, [name]);
  return { ...draft, set, discard };
};

export const DraftNote = ({ kept, onDiscard }: { kept: boolean; onDiscard?: () => void }) =>
  kept ? (
    <span className="flex items-center gap-1 text-ink-3 text-sm">
      Draft kept on this device
      {onDiscard && (
        <button type="button" onClick={onDiscard} className="rounded-sm px-1 underline hover:text-ink max-md:min-h-11">
          Discard draft
        </button>
      )}
    </span>
  ) : null;

const nameOf = (scope: string, key: string) => `draft/${scope}/${key}`;

const read = <Value,>(name: string | null, initial: Value): { value: Value; kept: boolean } => {
  const text = name === null ? null : local.get(name);
  if (text === null) return { value: initial, kept: false };
  try {
    return { value: JSON.parse(text) as Value, kept: true };
  } catch {
    return { value: initial, kept: false };
  }
};

/** False where the device cannot store it; the value then lasts as long as the form. */
const write = (name: string | null, value: unknown): boolean => name !== null && local.set(name, JSON.stringify(value));
