import type { Edits, Versions } from '../schema/edits.ts';

/** A client may still hold rows that it stored before `edits` existed. */
export type EditableRow = { id?: string; edits?: Edits | null };
export type Fields = { readonly [field: string]: unknown };

/** A change sends this hash (cyrb53, not cryptographic) as the version it was based on. The order of a list does not
 * count, and '' equals null. */
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

/** Versions refer to the text as its author wrote it, before it is sanitized, so that the author's device and the
 * server agree. */
export const versionsOf = (row: EditableRow, fields: readonly string[]): Versions =>
  Object.fromEntries(fields.map((field) => [field, fieldVersion(row, field)]));

export const fieldVersion = (row: EditableRow, field: string): string =>
  row.edits?.[field]?.version ?? versionOf((row as Fields)[field]);

export const changedSince = (row: EditableRow, base: Versions | undefined, fields: readonly string[]): string[] =>
  fields.filter((field) => base?.[field] !== undefined && base[field] !== fieldVersion(row, field));

/** The fields of `changes` that would overwrite a value newer than `base`; none without a base. */
export const conflictsIn = (row: EditableRow, changes: Fields, base: Versions | undefined): string[] =>
  changedSince(row, base, Object.keys(changes)).filter(
    (field) => changes[field] !== undefined && versionOf(changes[field]) !== fieldVersion(row, field),
  );
