import type { Entity, Rows } from '../schema/rows.ts';
import type { MutatorName } from '../sync/mutators.ts';

/** An older release may have written them, so their shape is unknown. */
type Args = Record<string, unknown>;
/** The title of the record with that id, or a placeholder if the record is not on this device. */
export type TitleOf = (id: unknown) => string;
/** The screen where the change is corrected, and the draft that its form opens with. */
export type EditTarget = { href: string; draft?: { key: string; value: unknown } };

export type OutboxLabel = {
  title: (args: Args, titleOf: TitleOf) => string;
  edit?: (args: Args) => EditTarget;
};

export type OutboxLabels = Partial<Record<MutatorName, OutboxLabel>>;
export type RecordTitles = { [E in Entity]?: (row: Rows[E]) => string };
