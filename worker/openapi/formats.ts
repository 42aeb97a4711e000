import type * as z from 'zod';

type Property = z.core.JSONSchema.BaseSchema;
type Place = { jsonSchema: Property; path: (string | number)[] };

/** Names that are what others of their ending are not: an instant or, on paper, a calendar date; a number of minutes. */
const NEITHER = ['signed_at', 'late_at', 'at'];

const FORMATS: readonly [name: RegExp, format: string, description: string][] = [
  [/^(\w+_)?email$/, 'email', 'Email address'],
  [/(_at|[a-z]At)$/, 'date-time', 'ISO 8601, in UTC'],
  [/((^|_)on|_date|_until|[a-z]On)$/, 'date', 'Calendar date, YYYY-MM-DD'],
];

/** Says of a property what its name means: the format of a date, an instant or an email, the unit of an amount. */
export const withFormat = ({ jsonSchema, path }: Place): void => {
  const name = nameAt(path);
  if (name === undefined || NEITHER.includes(name)) return;
  if (jsonSchema.type === 'string' && !jsonSchema.format && !jsonSchema.enum && !('const' in jsonSchema)) {
    const [, format, description] = FORMATS.find(([pattern]) => pattern.test(name)) ?? [];
    if (format) Object.assign(jsonSchema, { format, description: jsonSchema.description ?? description });
  }
  if (jsonSchema.type === 'integer' && /(^|_)cents$|Cents$/.test(name)) jsonSchema.description ??= 'Cents';
  if (jsonSchema.type === 'number' && name === 'amount') jsonSchema.description ??= 'Dollars';
};

/** The property's name; that of a union stands for its members. */
const nameAt = (path: readonly (string | number)[]): string | undefined => {
  const end = path.findLastIndex((step, at) => path[at - 1] === 'properties' && typeof step === 'string');
  const inside = path.slice(end + 1);
  return end > 0 && inside.every((step) => typeof step === 'number' || step === 'anyOf' || step === 'oneOf')
    ? String(path[end])
    : undefined;
};
