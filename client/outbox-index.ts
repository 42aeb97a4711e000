import type { OutboxChange, OutboxItem } from '../sync/client/outbox-item.ts';

/** What screens ask of the outbox's changes, kept by each change of it. */
export class OutboxIndex {
  readonly #items = new Map<string, OutboxItem>();
  readonly #byRecord = new Map<string, OutboxItem[]>();
  readonly #refused = new Map<string, OutboxItem>();
  /** Newest first. */
  refused: readonly OutboxItem[] = [];
  inMemory = 0;

  get size(): number {
    return this.#items.size;
  }

  /** The newest change of a record that is not sent yet; invitations are found by their email, too. */
  ofRecord(id: string): OutboxItem | undefined {
    return this.#byRecord.get(id)?.at(-1);
  }

  apply({ removed, put }: OutboxChange): void {
    for (const { id } of removed) this.#remove(id);
    for (const item of put) this.#put(item);
    if (![...removed, ...put].some(({ kind }) => kind === 'refused')) return;
    this.refused = [...this.#refused.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
  }

  #put(item: OutboxItem) {
    const before = this.#items.get(item.id);
    this.#items.set(item.id, item);
    if (item.kind === 'refused') this.#refused.set(item.id, item);
    this.inMemory += countInMemory(item) - countInMemory(before);
    for (const id of recordsOf(item)) {
      const items = this.#byRecord.get(id) ?? [];
      const at = before ? items.lastIndexOf(before) : -1;
      if (at >= 0) items[at] = item;
      else items.push(item);
      this.#byRecord.set(id, items);
    }
  }

  #remove(id: string) {
    const item = this.#items.get(id);
    if (!item) return;
    this.#items.delete(id);
    this.#refused.delete(id);
    this.inMemory -= countInMemory(item);
    for (const record of recordsOf(item)) {
      const items = this.#byRecord.get(record);
      items?.splice(items.indexOf(item), 1);
      if (items?.length === 0) this.#byRecord.delete(record);
    }
  }
}

const countInMemory = (item: OutboxItem | undefined) => (item?.state === 'memory' ? 1 : 0);

/** Marking an announcement as read does not count as a change of it. */
export const recordsOf = ({ kind, mutation, args }: OutboxItem): string[] => {
  if (kind === 'refused' || mutation === 'markAnnouncementRead') return [];
  const ids = [args.id, args.request_id, args.violation_id, mutation === 'inviteUser' && args.email];
  return ids.filter((id): id is string => typeof id === 'string');
};
