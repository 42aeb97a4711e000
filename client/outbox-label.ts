import { createContext } from 'react';
import type { ActivityKind } from '../schema/activity.ts';
import type { Entity, Rows } from '../schema/rows.ts';
import type { MutatorName } from '../sync/mutators.ts';

/** An older release may have written them, so their shape is unknown. */
type Args = Record<string, unknown>;
/** The title of the record with that id, or a placeholder if the record is not on this device. */
export type TitleOf = (id: unknown) => string;
/** The screen where the change is corrected, and the draft that its form opens with. */
export type EditTarget = { href: string; draft?: { key: string; value: unknown } };

/** All rows of an entity on this device. */
export type RowsOf = <E extends Entity>(entity: E) => readonly Rows[E][];
/** Another change that a refused one can be sent as. */
export type Repair = { label: string; mutation: MutatorName; args: Args };

export type OutboxLabel = {
  title: (args: Args, titleOf: TitleOf) => string;
  /** Its content in words, one line each, where the fields alone do not say it. */
  content?: (args: Args, titleOf: TitleOf) => string[];
  /** The name of all changes of this kind for one meeting. */
  group?: (meeting: string) => string;
  edit?: (args: Args) => EditTarget;
  /** Another way for a refused change to reach the others. */
  rescue?: { label: string; run: (args: Args) => Promise<unknown> };
  /** The offers of a refusal with this message instead of sending the same again; undefined where nothing does. `discard` is
   * what discarding is then called. */
  repair?: (
    args: Args,
    message: string,
    rowsOf: RowsOf,
  ) => { discard?: string; repairs: readonly Repair[] } | undefined;
};

export type OutboxLabels = Partial<Record<MutatorName, OutboxLabel>>;
export type RecordTitles = { [E in Entity]?: (row: Rows[E]) => string };

/** The words between a person and the record that a change is about: "Bea Board", "created", "Leaky gutter". */
export type Verbs = { [M in MutatorName]?: string };
/** The screens of records, by id. */
export type RecordHrefs = { [Kind in ActivityKind]?: (id: string) => string };

type ActivityWords = { verbs: Required<Verbs>; hrefs: RecordHrefs };
/** Loads those of all features. */
export const ActivityWordsContext = createContext<() => Promise<ActivityWords>>(() =>
  Promise.reject(new Error('No features')),
);
