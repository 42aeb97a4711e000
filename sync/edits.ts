import type { Edits, ListChange, Versions } from '../schema/edits.ts';
import { Refusal, type Tx } from './tx.ts';

/** A row that remembers who set which field. Rows that came to a device before it did lack `edits`. */
type Edited = { id?: string; edits?: Edits | null };
type Fields = { readonly [field: string]: unknown };

/** The short name of a value, by which a change says what it was based on. Equal values have equal versions; the order
 * of a list does not count, and no text is no value. cyrb53: for telling texts apart, no secret. */
export const versionOf = (value: unknown): string => {
  const text = JSON.stringify(Array.isArray(value) ? [...value].sort() : value === '' ? null : (value ?? null));
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 0x9e3779b1);
    b = Math.imul(b ^ unit, 0x5f356495);
  }
  a = Math.imul(a ^ (a >>> 15), 0x735a2d97) ^ b;
  b = Math.imul(b ^ (b >>> 15), 0xcaf649a9) ^ a;
  return ((b >>> 0) * 0x200000 + ((a >>> 0) & 0x1fffff)).toString(36);
};

/** The versions of a row's fields. What an edit was written as counts, not what cleaning made of it: the author's device
 * and the server so agree on it. */
export const versionsOf = (row: Edited, fields: readonly string[]): Versions =>
  Object.fromEntries(fields.map((field) => [field, versionIn(row, field)]));

const versionIn = (row: Edited, field: string): string =>
  row.edits?.[field]?.version ?? versionOf((row as Fields)[field]);

/** Those of `fields` that somebody has set anew since `base`. */
export const movedSince = (row: Edited, base: Versions | undefined, fields: readonly string[]): string[] =>
  fields.filter((field) => base?.[field] !== undefined && base[field] !== versionIn(row, field));

/** Those of `changes` that would replace, unseen, what somebody has set since `base`; none without a base. */
export const conflictsIn = (row: Edited, changes: Fields, base: Versions | undefined): string[] =>
  movedSince(row, base, Object.keys(changes)).filter(
    (field) => changes[field] !== undefined && versionOf(changes[field]) !== versionIn(row, field),
  );

/** Throws Refusal('conflict') naming the first of the fields that are in conflict, if there are any. */
export const refuseConflicts = (tx: Tx, row: Edited, [field]: readonly string[]): void => {
  if (!field) return;
  const word = wordOf(field);
  const were = word.endsWith('s') ? 'were' : 'was';
  const by = editorOf(tx, row, [field]);
  throw new Refusal('conflict', `The ${word} ${were} changed by ${by} meanwhile. Compare both and save again.`);
};

/** Whoever changed one of these fields last, in words. */
export const editorOf = (tx: Tx, { edits }: Edited, fields: readonly string[]): string => {
  const [last] = fields.flatMap((field) => edits?.[field] ?? []).sort((one, other) => (one.at < other.at ? 1 : -1));
  if (!last) return 'somebody else';
  return last.user_id === tx.actor.id ? 'you on another device' : last.name;
};

const WORDS: Record<string, string> = { audience_type: 'audience', custom_recipients: 'recipients' };
const wordOf = (field: string): string => WORDS[field] ?? field.replaceAll('_', ' ');

/** The row's edits with those that `changes` make now. */
export const edited = ({ actor, now }: Tx, row: Edited, changes: Fields): Edits => {
  const made = Object.entries(changes)
    .filter(([field, value]) => value !== undefined && versionOf(value) !== versionIn(row, field))
    .map(([field, value]) => [
      field,
      { version: versionOf(value), user_id: actor.id, name: actor.name || actor.email, at: now },
    ]);
  return { ...row.edits, ...Object.fromEntries(made) };
};

/** A list after a change: what others added or took away meanwhile stays so. A whole list replaces it. */
export const listAfter = (list: readonly string[], change: readonly string[] | ListChange | undefined): string[] => {
  if (!change) return [...list];
  if (!('added' in change)) return [...change];
  const [known, removed] = [new Set(list), new Set(change.removed)];
  return [...list.filter((id) => !removed.has(id)), ...change.added.filter((id) => !known.has(id))];
};

/** What has to be added to `before` and taken from it to get `after`. */
export const listChange = (before: readonly string[], after: readonly string[]): ListChange => {
  const [old, next] = [new Set(before), new Set(after)];
  return { added: after.filter((id) => !old.has(id)), removed: before.filter((id) => !next.has(id)) };
};

/** The ids that a change names anew. */
export const addedBy = (list: readonly string[], change: readonly string[] | ListChange | undefined): string[] =>
  listChange(list, listAfter(list, change)).added;
