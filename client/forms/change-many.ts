import type { Entity, Rows } from '../../schema/rows.ts';
import type { NamedChange } from '../../sync/client/replicated-store.ts';
import { messageOf } from '../device/http.ts';
import { rowsNow, saveEach } from '../device/store.ts';
import { formatPlural } from '../ui/format.ts';
import { toast } from '../ui/toast.tsx';
import { planOf, unchangedSince } from './many.ts';
import { NOT_SAVED } from './submit.ts';

const NOTICE_MS = 10_000;

/** Something that is done with several rows. */
export type Act<E extends Entity> = {
  entity: E;
  /** One of them, and many. */
  things: readonly [one: string, many: string];
  /** The values that the rows have afterwards; those that have them already stay as they are. */
  to?: Partial<Rows[E]>;
  isDone?: (row: Rows[E]) => boolean;
  may?: (row: Rows[E]) => boolean;
  /** Why others are left out. */
  leftOut?: string;
  write: (row: Rows[E]) => NamedChange;
  /** Puts back what `row` was, over `now`. */
  undo?: (row: Rows[E], now: Rows[E]) => NamedChange;
  /** "12 requests set to Resolved", of "12 requests". */
  said: (count: string) => string;
};

/** Changes these rows at once, each by itself, and says so in a toast, from which all of it can be undone where the act has
 * an `undo`: but for rows that somebody else has changed by then. Throws nothing. */
export const changeMany = async <E extends Entity>(ids: readonly string[], act: Act<E>): Promise<void> => {
  const rows = ids.flatMap((id) => rowsNow(act.entity).get(id) ?? []);
  const { due, done, leftOut } = planOf<Rows[E]>(rows, act);
  const errors = await saveEach(due.map(act.write));
  const changed = due.filter((_, at) => errors[at] === undefined);
  const [error] = errors.filter((one) => one !== undefined);
  const { to, undo } = act;
  const others = [
    done > 0 && `${done} already ${done === 1 ? 'was' : 'were'}.`,
    leftOut > 0 && `${leftOut} skipped: ${act.leftOut ?? 'you don’t have permission'}.`,
    error !== undefined && `${due.length - changed.length} failed: ${messageOf(error, NOT_SAVED)}`,
  ];
  if (changed.length === 0)
    return toast(
      sentences(`No ${act.things[1]} changed.`, others),
      error === undefined ? 'success' : 'error',
      NOTICE_MS,
    );
  const action = undo &&
    to && { label: 'Undo', run: () => void takeBack({ ...act, to, undo }, changed).catch(() => undefined) };
  void toast(sentences(act.said(countOf(act, changed.length)), others), 'success', NOTICE_MS, action);
};

/** A sentence by itself has no full stop. */
const sentences = (said: string, others: readonly (string | false)[]): string => {
  const more = others.filter((one) => one !== false);
  return more.length === 0 ? said : [said.endsWith('.') ? said : `${said}.`, ...more].join(' ');
};

const countOf = ({ things }: Pick<Act<Entity>, 'things'>, count: number) => formatPlural(count, ...things);

const takeBack = async <E extends Entity>(
  act: Act<E> & Required<Pick<Act<E>, 'to' | 'undo'>>,
  changed: readonly Rows[E][],
): Promise<void> => {
  const nowOf = (id: string) => rowsNow(act.entity).get(id);
  const same = unchangedSince<Rows[E]>(changed, act.to, nowOf);
  const errors = await saveEach(same.map(({ row, now }) => act.undo(row, now)));
  const undone = errors.filter((error) => error === undefined).length;
  const kept = changed.length - same.length;
  const others = [
    kept > 0 && `Not undone for ${countOf(act, kept)}: changed by someone else.`,
    undone < same.length && `${same.length - undone} failed: ${messageOf(errors.find(Boolean), NOT_SAVED)}`,
  ];
  void toast(sentences(undone === changed.length ? 'Undone' : `Undone for ${countOf(act, undone)}`, others));
};
