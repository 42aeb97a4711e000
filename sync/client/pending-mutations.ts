import type { MutatorDefs, PendingMutation } from 'replicache';
import { type RecoveringReplicache, readConfirmedIds, readQueue } from './client-groups.ts';
import { mutationKey, unwrap } from './mutation.ts';
import { type OutboxChange, type OutboxItem, pendingItem } from './outbox-item.ts';

const NO_CHANGE: OutboxChange = { removed: [], put: [] };

/** The mutations of this client group that the server has not confirmed, in their order, as outbox items. */
export class PendingMutations {
  readonly #replicache: RecoveringReplicache<MutatorDefs>;
  #items = new Map<string, OutboxItem>();
  /** The ids in `#items` by client, lowest first. */
  #ids = new Map<string, Set<number>>();
  readonly #confirmed = new Map<string, number>();
  #storedUpTo = 0;
  /** Noted while the queue is being read. */
  #noted: PendingMutation[] | undefined;
  #reading: Promise<unknown> = Promise.resolve();

  constructor(replicache: RecoveringReplicache<MutatorDefs>) {
    this.#replicache = replicache;
  }

  items(): Iterable<OutboxItem> {
    return this.#items.values();
  }

  /** Waits until an earlier call has ended. */
  refresh(): Promise<OutboxChange> {
    const refreshed = this.#reading.catch(() => undefined).then(() => this.#read());
    this.#reading = refreshed;
    return refreshed;
  }

  /** Returns the new item, if it is shown. */
  note(mutation: PendingMutation): OutboxItem[] {
    this.#noted?.push(mutation);
    return this.#add(mutation);
  }

  /** Returns what has left, or undefined if the server has confirmed nothing new. */
  async confirm(): Promise<OutboxItem[] | undefined> {
    return this.#raiseConfirmed(await readConfirmedIds(this.#replicache.memdag)) ? this.#removeConfirmed() : undefined;
  }

  /** Returns the items that are no longer in memory only. */
  markStored(upTo: number): OutboxItem[] {
    const stored: OutboxItem[] = [];
    for (let id = this.#storedUpTo + 1; id <= upTo; id += 1) {
      const item = this.#items.get(mutationKey({ clientID: this.#replicache.clientID, id }));
      if (item) stored.push({ ...item, state: 'device' });
    }
    for (const item of stored) this.#items.set(item.id, item);
    this.#storedUpTo = Math.max(this.#storedUpTo, upTo);
    return stored;
  }

  isSafe(upTo: number): boolean {
    return Math.max(this.#storedUpTo, this.#confirmed.get(this.#replicache.clientID) ?? 0) >= upTo;
  }

  async #read(): Promise<OutboxChange> {
    // Replicache is not open until it knows its client group.
    await this.#replicache.clientGroupID;
    if (this.#replicache.closed) return NO_CHANGE;
    const noted: PendingMutation[] = [];
    this.#noted = noted;
    const { pending, confirmed } = await readQueue(this.#replicache.memdag);
    this.#noted = undefined;
    const before = this.#items;
    [this.#items, this.#ids] = [new Map(), new Map()];
    for (const mutation of [...pending.map(unwrap), ...noted]) this.#add(mutation, before);
    // More may have been confirmed since.
    this.#raiseConfirmed(confirmed);
    this.#removeConfirmed();
    return {
      removed: [...before.values()].filter(({ id }) => !this.#items.has(id)),
      put: [...this.#items.values()].filter((item) => before.get(item.id) !== item),
    };
  }

  #add(mutation: PendingMutation, before?: ReadonlyMap<string, OutboxItem>): OutboxItem[] {
    // The refusal that it dismisses has left the outbox already.
    if (mutation.name === 'dismissRefusal') return [];
    const { clientID, id } = mutation;
    const made = pendingItem(mutation, clientID !== this.#replicache.clientID || id <= this.#storedUpTo);
    const known = before?.get(made.id);
    const item = known?.state === made.state ? known : made;
    this.#items.set(item.id, item);
    this.#ids.set(clientID, (this.#ids.get(clientID) ?? new Set()).add(id));
    return [item];
  }

  /** Returns true if the server has confirmed more than before. */
  #raiseConfirmed(confirmed: Readonly<Record<string, number>>): boolean {
    const raised = Object.entries(confirmed).filter(([client, id]) => id > (this.#confirmed.get(client) ?? 0));
    for (const [client, id] of raised) this.#confirmed.set(client, id);
    return raised.length > 0;
  }

  #removeConfirmed(): OutboxItem[] {
    const removed: OutboxItem[] = [];
    for (const [clientID, ids] of this.#ids) {
      const confirmed = this.#confirmed.get(clientID) ?? 0;
      for (const id of ids) {
        if (id > confirmed) break;
        ids.delete(id);
        const key = mutationKey({ clientID, id });
        removed.push(this.#items.get(key)!);
        this.#items.delete(key);
      }
    }
    return removed;
  }
}
