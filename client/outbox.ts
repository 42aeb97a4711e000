import type { Entity, Rows } from '../schema/rows.ts';
import type { MutatorName } from '../sync/index.ts';

/** The arguments of a queued mutation: perhaps written by an older release, so nothing about them is certain. */
type Args = Record<string, unknown>;
/** Gives the title of the record with that id, if it is on this device. */
export type TitleOf = (id: unknown) => string;
/** Where a change is corrected: a screen, and the draft that its form opens with. */
export type EditTarget = { href: string; draft?: { key: string; value: unknown } };

/** How a queued mutation reads in the outbox, and where it is edited if it can be. */
export type OutboxLabel = {
  title: (args: Args, titleOf: TitleOf) => string;
  edit?: (args: Args) => EditTarget;
};

/** What a feature's outbox.ts exports, beside the keys of its drafts. */
export type OutboxLabels = Partial<Record<MutatorName, OutboxLabel>>;
export type RecordTitles = { [E in Entity]?: (row: Rows[E]) => string };
