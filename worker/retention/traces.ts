import type { Activity } from '../../schema/tables/activity.ts';

/** `isUnique` is false where another user has the same name: text that does not name the user by id keeps it then. */
export type Person = {
  id: string;
  name: string;
  email: string;
  isUnique: boolean;
  pseudonym: string;
  placeholder: string;
};

/** The row with the pseudonym in place of the person's name, and the placeholder in place of their email; the same object
 * if it has neither. A name of one word is replaced only where it stands alone: within a text it may be any word. */
export const withoutTraces = <Row extends object>(row: Row, person: Person): Row => clean(row, person, false) as Row;

/** Also where the trail has an earlier name of theirs: whoever did it, and what was changed about them, is known by id. */
export const withoutPerson = (activity: Activity, { id, pseudonym }: Person): Activity => {
  const { actor_id, entity, entity_id, changes } = activity;
  const isAbout = entity === 'user' && entity_id === id;
  const personal = isAbout ? PERSONAL.filter((field) => changes[field]) : [];
  const isClean = (actor_id !== id || activity.actor_name === pseudonym) && (!isAbout || activity.title === pseudonym);
  if (isClean && personal.length === 0) return activity;
  return {
    ...activity,
    ...(actor_id === id && { actor_name: pseudonym }),
    ...(isAbout && { title: pseudonym }),
    changes: { ...changes, ...Object.fromEntries(personal.map((field) => [field, null])) },
  };
};
const PERSONAL = ['name', 'email', 'phone', 'network'];

const clean = (value: unknown, person: Person, isTheirs: boolean): unknown => {
  // `renameFiles` sees to keys, whose files have to follow.
  if (typeof value === 'string') return isStorageKey(value) ? value : cleanText(value, person, isTheirs);
  if (typeof value !== 'object' || value === null) return value;
  const named = Object.values(value).includes(person.id);
  const entries = Object.entries(value).map(([key, part]) => [key, part, clean(part, person, named)] as const);
  if (entries.every(([, part, cleaned]) => part === cleaned)) return value;
  const cleaned = entries.map(([key, , part]) => [key, part] as const);
  return Array.isArray(value) ? cleaned.map(([, part]) => part) : Object.fromEntries(cleaned);
};

const cleanText = (text: string, { name, email, isUnique, pseudonym, placeholder }: Person, isTheirs: boolean) => {
  if (text === name && name !== '') return isTheirs || isUnique ? pseudonym : text;
  const withoutEmail = replaceAll(text, email, placeholder);
  if (!isUnique || !name.includes(' ')) return withoutEmail;
  return replaceAll(replaceAll(withoutEmail, name, pseudonym), escapeHtml(name), pseudonym);
};

/** Between words may stand what separates them in the name of a file. */
const replaceAll = (text: string, part: string, by: string): string => {
  const pattern = part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '[\\s._-]+');
  return part === '' ? text : text.replace(new RegExp(pattern, 'gi'), () => by);
};

const isStorageKey = (text: string): boolean => /^(tmp|files)\/[\w-]+\/\w+\/[^\s]+$/.test(text);

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
export const escapeHtml = (text: string): string => text.replace(/[&<>]/g, (char) => ENTITIES[char] ?? char);
