import { type ActivityKind, type Changes, type ChangeValue, VALUE_LIMIT } from '../../schema/activity.ts';
import { plainText } from '../../schema/rich-text.ts';
import type { StoredFile } from '../../schema/uploads.ts';

/** How an activity shows a field: as it is, as text without tags, as a number of items, or by a function. Bookkeeping,
 * what another field says, storage keys and ids of payment services are never shown. */
type Shown<Value> = 'plain' | 'rich' | 'items' | 'address' | 'never' | ((value: NonNullable<Value>) => ChangeValue);
/** The compiler asks for every column. */
type Fields<Row> = { [Field in Exclude<keyof Row, 'id' | 'hoa_id' | 'rev'>]-?: Shown<Row[Field]> };

/** A record has activities of its own, a part adds to those of another record. A `minor` part is left out where the same
 * act changes anything else. */
export type ActivityRule<Row> =
  | { kind: 'record'; title(row: Row): string; fields: Fields<Row> }
  | { kind: 'part'; name: string; of(row: Row): [ActivityKind, string]; isMinor?: true; fields: Fields<Row> }
  | { kind: 'none'; because: string };

export const never = <const Field extends string>(...fields: Field[]): Record<Field, 'never'> =>
  Object.fromEntries(fields.map((field) => [field, 'never'])) as Record<Field, 'never'>;
export const fileName = ({ name }: StoredFile) => name;
export const fileNames = (files: StoredFile[]) => files.map(fileName).join(', ') || null;
export const CREATION = never('created_at');
export const AUTHOR = never('created_by', 'created_by_name', 'created_at');
export const EDITED = never('history', 'edits');

/** A field's text; undefined where it is too long. `addressOf` names an address by its id. */
export const shownAs = (
  shown: Shown<unknown>,
  value: unknown,
  addressOf: (id: string) => string,
): ChangeValue | undefined => {
  if (value === null || value === undefined || value === '') return null;
  if (typeof shown === 'function') return short(shown(value));
  if (shown === 'items') return (value as unknown[]).length;
  if (shown === 'rich') return short(plainText(value as string));
  return short(shown === 'address' ? addressOf(value as string) : (value as ChangeValue));
};

/** Null where one of the two is too long to keep. */
export const changeOf = (old: ChangeValue | undefined, now: ChangeValue | undefined): Changes[string] => {
  const [before, after] = [old === undefined ? old : short(old), now === undefined ? now : short(now)];
  return before === undefined || after === undefined ? null : [before, after];
};

const short = (value: ChangeValue): ChangeValue | undefined =>
  typeof value === 'string' && value.length > VALUE_LIMIT ? undefined : value;
