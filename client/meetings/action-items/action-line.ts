import { addDays } from '../../../schema/dates.ts';
import { fold } from '../../../sync/list.ts';

type Person = { id: string; name: string };
type ParsedAction = { title: string; owner_id: string | null; owner_name: string; due_on: string | null };

/** "Call the roofer @Bea Marsh by 12/1": title, owner and due date. `today` is the HOA's calendar date. */
export const parseAction = (line: string, people: readonly Person[], today: string): ParsedAction => {
  const due = /\sby\s+([^@]+?)\s*$/i.exec(line) ?? /\sby\s+([^@]+?)\s+(?=@)/i.exec(line);
  const due_on = due ? dayOf(due[1]!, today) : null;
  const rest =
    due && due_on ? line.slice(0, due.index) + line.slice(due.index + due[0].length).replace(/^(?=@)/, ' ') : line;
  const at = rest.indexOf('@');
  const before = (at < 0 ? rest : rest.slice(0, at)).trim();
  const after = at < 0 ? '' : rest.slice(at + 1).trim();
  const owner = ownerIn(after, people);
  return { title: [before, owner.left].filter(Boolean).join(' '), ...owner.owner, due_on };
};

/** A person whose name begins as the words do, else the words themselves. */
const ownerIn = (words: string, people: readonly Person[]) => {
  const typed = plain(words);
  const whole = people.find(({ name }) => name && typed.startsWith(plain(name)));
  if (whole)
    return { owner: { owner_id: whole.id, owner_name: whole.name }, left: words.slice(whole.name.length).trim() };
  const named = matches(words, people);
  if (typed && named.length === 1) return { owner: { owner_id: named[0]!.id, owner_name: named[0]!.name }, left: '' };
  return { owner: { owner_id: null, owner_name: words }, left: '' };
};

/** People with a name that begins with what stands after the @. */
export const matches = <P extends Person>(words: string, people: readonly P[]): P[] => {
  const typed = plain(words.trim());
  if (!typed) return [...people];
  return people.filter(({ name }) => {
    const folded = plain(name);
    return folded.startsWith(typed) || folded.split(' ').some((part) => part.startsWith(typed));
  });
};

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Without accents, because they are seldom typed. */
const plain = (text: string): string => fold(text.normalize('NFD').replace(/\p{M}/gu, ''));

/** "12/1", "12/1/2026", "2026-12-01", "Dec 1", "friday", "tomorrow". Without a year the next such day. */
const dayOf = (words: string, today: string): string | null => {
  const text = words.trim().toLowerCase().replace(/[.,]$/, '');
  if (text === 'today') return today;
  if (text === 'tomorrow') return addDays(today, 1);
  const weekday = text.length > 2 ? DAYS.findIndex((day) => day.startsWith(text)) : -1;
  if (weekday >= 0) return addDays(today, (weekday - new Date(`${today}T00:00:00Z`).getUTCDay() + 7) % 7 || 7);
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (iso) return valid(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const slashed = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{2,4}))?$/.exec(text);
  if (slashed) return dated(slashed[3], Number(slashed[1]), Number(slashed[2]), today);
  const named = /^([a-z]{3,9})\.?\s+(\d{1,2})(?:,?\s+(\d{4}))?$/.exec(text);
  const month = named ? MONTHS.indexOf(named[1]!.slice(0, 3)) + 1 : 0;
  return month > 0 ? dated(named![3], month, Number(named![2]), today) : null;
};

const dated = (year: string | undefined, month: number, day: number, today: string): string | null => {
  if (year) return valid(Number(year) < 100 ? 2000 + Number(year) : Number(year), month, day);
  const soon = valid(Number(today.slice(0, 4)), month, day);
  return soon !== null && soon < today ? valid(Number(today.slice(0, 4)) + 1, month, day) : soon;
};

const valid = (year: number, month: number, day: number): string | null => {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null;
};
