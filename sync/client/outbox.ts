import type { ExperimentalDiff, MutatorDefs, PendingMutation } from 'replicache';
import type { RefusalRow } from '../../schema/tables/sync.ts';
import { type EarlierGroups, type RecoveringReplicache, readEarlierGroups } from './client-groups.ts';
import { earlierItem, type OutboxChange, type OutboxItem, refusedItem } from './outbox-item.ts';
import { PendingMutations } from './pending-mutations.ts';

type OutboxOptions = {
  replicache: RecoveringReplicache<MutatorDefs>;
  refusals(): readonly RefusalRow[];
  onChange(change: OutboxChange): void;
  /** Called when changes have become safe: the server has confirmed them, or they are on the device. */
  onSafe(): void;
  onConfirmed(): void;
};

type RefusalDiff = { key: string; oldValue?: RefusalRow; newValue?: RefusalRow };

/** The changes that the server has not accepted: refused ones, those of earlier client groups, those of this one. It is
 * kept by changes and reads everything only at the start, or when another tab or a recovery may have changed it. */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #pending: PendingMutations;
  #earlier: EarlierGroups = { ids: [], pending: [] };
  readonly #earlierRead: Promise<void>;
  #items: readonly OutboxItem[] | undefined;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#pending = new PendingMutations(options.replicache);
    this.#earlierRead = this.#readEarlier();
  }

  get items(): readonly OutboxItem[] {
    this.#items ??= [...this.#all()];
    return this.#items;
  }

  async load(): Promise<void> {
    await this.#earlierRead;
    this.#emit({ put: this.#earlier.pending.map(earlierItem) });
    await this.refresh();
  }

  /** Reads this group's pending mutations again. */
  async refresh(): Promise<void> {
    this.#emit(await this.#pending.refresh());
  }

  /** A mutation of this client has run for the first time. */
  note(mutation: PendingMutation): void {
    this.#emit({ put: this.#pending.note(mutation) });
  }

  /** To be called after each pull. */
  async confirm(): Promise<void> {
    const removed = await this.#pending.confirm();
    if (!removed) return;
    this.#emit({ removed });
    this.#options.onConfirmed();
    this.#options.onSafe();
  }

  /** The device has stored this client's mutations up to that id. */
  markStored(upTo: number): void {
    this.#emit({ put: this.#pending.markStored(upTo) });
    this.#options.onSafe();
  }

  /** To be called after the rows have changed. */
  applyRefusals(diff: ExperimentalDiff): void {
    const refusals = (diff as unknown as readonly RefusalDiff[]).filter(({ key }) => key.startsWith('refusal/'));
    this.#emit({
      removed: refusals.flatMap(({ oldValue }) => (oldValue ? [refusedItem(oldValue)] : [])),
      put: refusals.flatMap(({ newValue }) => (newValue ? [refusedItem(newValue)] : [])),
    });
  }

  /** True if none of this client's mutations up to that id is in memory only. */
  isSafe(upTo: number): boolean {
    return this.#pending.isSafe(upTo);
  }

  get hasEarlier(): boolean {
    return this.#earlier.pending.length > 0;
  }

  /** The first pull already sends the earlier groups, so that it returns their refusals. */
  async earlierGroups(group: string): Promise<readonly string[]> {
    await this.#earlierRead;
    return group === (await this.#options.replicache.clientGroupID) ? this.#earlier.ids : [];
  }

  /** Reads again what earlier groups have pending. Returns true if that has changed. */
  async refreshEarlier(): Promise<boolean> {
    const before = this.#earlier.pending;
    if (before.length > 0) await this.#readEarlier();
    const { pending } = this.#earlier;
    if (this.#options.replicache.closed || pending.length === before.length) return false;
    this.#emit({ removed: before.map(earlierItem), put: pending.map(earlierItem) });
    return true;
  }

  async #readEarlier() {
    const { replicache } = this.#options;
    const own = await replicache.clientGroupID;
    if (!replicache.closed) this.#earlier = await readEarlierGroups(replicache.perdag, own);
  }

  *#all(): Generator<OutboxItem, undefined> {
    for (const refusal of this.#options.refusals()) yield refusedItem(refusal);
    for (const mutation of this.#earlier.pending) yield earlierItem(mutation);
    yield* this.#pending.items();
  }

  #emit({ removed = [], put = [] }: Partial<OutboxChange>) {
    if (put.length + removed.length === 0) return;
    this.#items = undefined;
    this.#options.onChange({ removed, put });
  }
}
