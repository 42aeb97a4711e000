/** The names that stand for values of the account in a reminder, without the braces. */
const PLACEHOLDERS = ['name', 'home', 'due_now', 'oldest_due', 'days', 'fees', 'pay_link', 'statement_link'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

const PLACEHOLDER = /\{([^{}]*)\}/g;

/** The first word in braces that stands for nothing, with its braces. */
export const unknownPlaceholder = (text: string): string | undefined =>
  [...text.matchAll(PLACEHOLDER)].find(([, name]) => !PLACEHOLDERS.includes(name as Placeholder))?.[0];

export const fillPlaceholders = (text: string, values: Readonly<Record<Placeholder, string>>): string =>
  text.replace(PLACEHOLDER, (known, name: string) => values[name as Placeholder] ?? known);
