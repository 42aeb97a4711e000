import type { ReadonlyJSONValue } from 'replicache';

type Value = ReadonlyJSONValue;
type Chunk = { data?: Value | undefined; refs?: Value | undefined; isRead: boolean; reading: Promise<void> };

/** Replicache asks for the children of a node soon after the node. */
const KEPT_MS = 5000;

/** Chunks that are read together with the chunk that refers to them. Replicache reads one chunk after another, which
 * takes three times as long. Chunks never change under their hash. */
export class ReadAhead {
  readonly #chunks = new Map<string, Chunk>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `get` reads a key within one transaction. */
  start(refs: readonly string[], get: (key: string) => Promise<Value | undefined>): void {
    for (const hash of refs) if (!this.#chunks.has(hash)) this.#chunks.set(hash, reading(hash, get));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#chunks.clear(), KEPT_MS);
  }

  /** Undefined if the key has not been read ahead, else its value. */
  found(key: string): { value: Value | undefined } | undefined {
    const { hash, part } = parsed(key);
    const chunk = this.#chunks.get(hash);
    if (!chunk?.isRead || chunk.data === undefined || part === 'r') return undefined;
    return { value: part === 'd' ? chunk.data : chunk.refs };
  }

  /** Resolves when the key is no longer being read. */
  async settled(key: string): Promise<void> {
    const chunk = this.#chunks.get(parsed(key).hash);
    if (chunk && !chunk.isRead) await chunk.reading;
  }
}

const reading = (hash: string, get: (key: string) => Promise<Value | undefined>): Chunk => {
  const chunk: Chunk = { isRead: false, reading: Promise.resolve() };
  const read = async () => {
    chunk.data = await get(`c/${hash}/d`);
    if (!isLeaf(chunk.data)) chunk.refs = await get(`c/${hash}/m`);
  };
  chunk.reading = read()
    .catch(() => undefined)
    .then(() => {
      chunk.isRead = true;
    });
  return chunk;
};

/** A node of Replicache's B-tree is [level, entries]. A leaf refers to no other chunk. */
const isLeaf = (data: Value | undefined): boolean => Array.isArray(data) && data[0] === 0;

const parsed = (key: string) => {
  const [, hash = '', part = ''] = key.split('/');
  return { hash, part };
};
