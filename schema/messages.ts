import type * as z from 'zod/mini';

/** The messages of fields that have none of their own. The reader may know nothing of types. */
export const messageOf = (issue: z.core.$ZodRawIssue): string => {
  const name = [...(issue.path ?? [])].reverse().find((part) => typeof part === 'string');
  const field = name === undefined ? 'This' : sentence(String(name));
  if (issue.input === undefined) return `${field} is missing`;
  if (issue.code === 'too_big') return `${field} ${amount(issue, 'at most', 'is too long', issue.maximum)}`;
  if (issue.code === 'too_small') return `${field} ${amount(issue, 'at least', 'is too short', issue.minimum)}`;
  return `${field} is not valid`;
};

const amount = ({ origin }: { origin?: unknown }, most: string, otherwise: string, limit: number | bigint) =>
  origin === 'number' || origin === 'int' ? `must be ${most} ${limit}` : otherwise;

const sentence = (name: string): string => {
  const words = name.replace(/_(id|at|url|cents)$/, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
