import type { ReadonlyJSONValue } from 'replicache';

type Value = ReadonlyJSONValue | undefined;
type Read = (key: string) => Promise<Value>;
type Changes = ReadonlyMap<string, Value>;
type Counts = { heads: readonly Value[]; byKey: Map<string, Value> };

/** Replicache gives one of these a new, random hash with each write that may change what its chunks refer to. */
const HEADS = ['h/clients', 'h/client-groups'];

/** True of the key under which Replicache keeps how often a chunk is referred to. */
export const isRefCount = (key: string): boolean => key.endsWith('/r');

/** True of the references of a chunk that these changes put without any: a leaf. */
export const hasNoRefs = (key: string, changes: Changes): boolean =>
  key.endsWith('/m') && !changes.has(key) && changes.has(`${key.slice(0, -1)}d`);

export type WriteCounts = ReturnType<RefCounts['begin']>;

/** Replicache reads and writes, for one changed row, the counts of all chunks beside the path to it, some two hundred. Here
 * they are kept from write to write, as long as nobody else, such as another tab, has written in between, and those that
 * stay as they are are not written. */
export class RefCounts {
  #known: Counts | undefined;

  /** Counts for one write; `read` reads within its transaction. */
  begin(read: Read) {
    let opening: Promise<Counts> | undefined;
    let opened: Counts | undefined;
    const asking = new Map<string, Promise<Value>>();
    return {
      get: async (key: string): Promise<Value> => {
        opening ??= Promise.all(HEADS.map(read)).then((heads) => this.#at(heads));
        opened = await opening;
        const { byKey } = opened;
        if (byKey.has(key)) return byKey.get(key);
        // Replicache asks for the count of a new chunk as it is put and as it is referred to.
        const asked = asking.get(key) ?? read(key);
        asking.set(key, asked);
        byKey.set(key, await asked);
        return byKey.get(key);
      },
      /** The changes without those counts that stay as they are. */
      needed: (changes: Changes): Changes => {
        const byKey = opened?.byKey;
        const isSame = ([key, value]: [string, Value]) =>
          isRefCount(key) && byKey?.has(key) === true && byKey.get(key) === value;
        return byKey ? new Map([...changes].filter((change) => !isSame(change))) : changes;
      },
      /** To be called when the changes are written. */
      committed: (changes: Changes): void => {
        if (opened) this.#keep(opened, changes);
      },
    };
  }

  #at(heads: readonly Value[]): Counts {
    if (!this.#known || heads.some((head, at) => head !== this.#known?.heads[at]))
      this.#known = { heads, byKey: new Map() };
    return this.#known;
  }

  #keep({ heads, byKey }: Counts, changes: Changes) {
    // A write that waited for this one may have begun anew before it heard that this one has ended.
    if (this.#known?.byKey !== byKey) {
      this.#known = undefined;
      return;
    }
    for (const [key, value] of changes) if (isRefCount(key)) byKey.set(key, value);
    this.#known = { heads: HEADS.map((head, at) => (changes.has(head) ? changes.get(head) : heads[at])), byKey };
  }
}
