import { type RefObject, useEffect } from 'react';

/** The row that the keyboard is on. Header cells hold their hidden names, which would widen the page otherwise. */
export const FOCUSED_ROW =
  '[&_th]:relative [&_tr_[data-row]]:outline-none [&_tr:has([data-row]:focus-visible)]:bg-pine-soft [&_tr:has([data-row]:focus-visible)]:shadow-[inset_3px_0_var(--color-pine)]';

/** J and K move through the `[data-row]` links or buttons of a list, where Enter presses the one in focus; `letter` is
 * `act`, where there is one. */
export const useListKeys = (list: RefObject<HTMLElement | null>, letter: string, act: (() => unknown) | null): void => {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isSpokenFor(event.target)) return;
      const key = event.key.toLowerCase();
      const step = { j: 1, k: -1 }[key];
      if (step) move(list.current, step);
      else if (key === letter && act) act();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [list, letter, act]);
};

/** Where a letter is text, or chooses among options. */
const isSpokenFor = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable="true"], [role="dialog"], [role="listbox"], [role="menu"]');

const move = (list: HTMLElement | null, step: number) => {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const at = rows.findIndex((row) => row.closest('tr, li')?.contains(document.activeElement));
  rows[at < 0 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1)]?.focus();
};
