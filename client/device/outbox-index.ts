import type { OutboxChange, OutboxItem } from '../../sync/client/outbox-item.ts';

/** A line of the outbox: a change, or all changes of one kind that wait for one meeting. `first` is the oldest of them. */
export type OutboxLine = { key: string; first: OutboxItem; size: number };

/** The answers that screens want about the outbox's changes, kept by each change of it. */
export class OutboxIndex {
  readonly #items = new Map<string, OutboxItem>();
  readonly #byRecord = new Map<string, OutboxItem[]>();
  readonly #refused = new Map<string, OutboxItem>();
  readonly #lines = new Map<string, Map<string, OutboxItem>>();
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

  /** The first lines: refused changes, each by itself, then those that wait, oldest first. */
  lines(count: number): OutboxLine[] {
    const lines = this.refused.slice(0, count).map((first) => ({ key: first.id, first, size: 1 }));
    for (const [key, items] of this.#lines) {
      if (lines.length >= count) break;
      const [first] = take(items.values(), 1) as Iterable<OutboxItem>;
      if (!first) continue;
      if (first.kind !== 'refused') lines.push({ key, first, size: items.size });
    }
    return lines;
  }

  /** The number of lines. */
  get lineCount(): number {
    return this.#lines.size;
  }

  /** The first changes of a line, oldest first. */
  itemsOf(key: string, count: number): OutboxItem[] {
    return [...take(this.#lines.get(key)?.values() ?? [], count)];
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
    const key = lineOf(item);
    const line = this.#lines.get(key) ?? new Map<string, OutboxItem>();
    this.#lines.set(key, line.set(item.id, item));
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
    const line = this.#lines.get(lineOf(item));
    line?.delete(id);
    if (line?.size === 0) this.#lines.delete(lineOf(item));
    this.inMemory -= countInMemory(item);
    for (const record of recordsOf(item)) {
      const items = this.#byRecord.get(record);
      items?.splice(items.indexOf(item), 1);
      if (items?.length === 0) this.#byRecord.delete(record);
    }
  }
}

/** Refused changes stand by themselves. */
const lineOf = ({ id, kind, mutation, args }: OutboxItem): string =>
  kind === 'pending' && typeof args.meeting_id === 'string' ? `${mutation}/${args.meeting_id}` : id;

function* take<Item>(items: Iterable<Item>, count: number): Generator<Item, undefined> {
  let taken = 0;
  for (const item of items) {
    if (taken >= count) return;
    taken += 1;
    yield item;
  }
}

const countInMemory = (item: OutboxItem | undefined) => (item?.state === 'memory' ? 1 : 0);

/** Marking an announcement as read does not count as a change of it. */
export const recordsOf = ({ kind, mutation, args }: OutboxItem): string[] => {
  if (kind === 'refused' || mutation === 'markAnnouncementRead') return [];
  const ids = [args.id, args.request_id, args.violation_id, mutation === 'inviteUser' && args.email];
  return ids.filter((id): id is string => typeof id === 'string');
};
