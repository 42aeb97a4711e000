import type { ListChange } from '../../schema/edits.ts';
import { applyListChange, listChange } from '../../sync/edits.ts';

/** The changes of a form's values: new values, and for a list what was added and removed. */
export type Changes<Values> = {
  [Name in keyof Values]?: Values[Name] extends readonly string[] ? ListChange : Values[Name];
};

/** The changes from `base` to `values`. Only they are sent, so that others' edits of other fields stay. */
export const changesOf = <Values extends object>(base: Values, values: Values): Changes<Values> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const before = base[name as keyof Values];
      if (value === before || JSON.stringify(value) === JSON.stringify(before)) return [];
      return [[name, isList(value) && isList(before) ? listChange(before, value) : value]];
    }),
  ) as Changes<Values>;

export const withChanges = <Values extends object>(base: Values, changes: Changes<Values>): Values =>
  Object.fromEntries(
    Object.entries(base).map(([name, value]) => {
      const change = changes[name as keyof Values];
      if (change === undefined) return [name, value];
      return [name, isList(value) ? applyListChange(value, change as ListChange) : change];
    }),
  ) as Values;

/** A list of ids. Any other list is one value. */
const isList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
