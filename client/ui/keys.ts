import { useEffect, useEffectEvent } from 'react';

/** A key works in one of these. Screens of two places are never shown together, so their letters may be the same. */
export const KEY_PLACES = ['Everywhere', 'Lists and Records', 'Roll Call'] as const;

type Key = {
  key: string;
  /** As the help names it. */
  cap: string;
  at: (typeof KEY_PLACES)[number];
  /** Together with Ctrl or Cmd. Such a key also works while typing. */
  withControl?: boolean;
  /** The browser does it. */
  isNative?: boolean;
};

/** Every key of the app, in the order of the help, which says what each does (`key-words.ts`). Screens bind them by name
 * with `useKeys`. */
export const KEYS = {
  search: { key: 'k', cap: 'Ctrl K', at: 'Everywhere', withControl: true },
  help: { key: '?', cap: '?', at: 'Everywhere' },
  goTo: { key: 'g', cap: 'G', at: 'Everywhere' },
  menu: { key: '[', cap: '[', at: 'Everywhere' },
  back: { key: 'escape', cap: 'Esc', at: 'Everywhere' },
  next: { key: 'j', cap: 'J', at: 'Lists and Records' },
  previous: { key: 'k', cap: 'K', at: 'Lists and Records' },
  open: { key: 'enter', cap: 'Enter', at: 'Lists and Records', isNative: true },
  select: { key: 'x', cap: 'X', at: 'Lists and Records' },
  create: { key: 'c', cap: 'C', at: 'Lists and Records' },
  find: { key: '/', cap: '/', at: 'Lists and Records' },
  status: { key: 's', cap: 'S', at: 'Lists and Records' },
  assignee: { key: 'a', cap: 'A', at: 'Lists and Records' },
  answer: { key: 'r', cap: 'R', at: 'Lists and Records' },
  send: { key: 'enter', cap: 'Ctrl Enter', at: 'Lists and Records', isNative: true },
  sendAndSet: { key: 'enter', cap: 'Ctrl Shift Enter', at: 'Lists and Records', isNative: true },
  voteFor: { key: 'f', cap: 'F', at: 'Roll Call' },
  voteAgainst: { key: 'a', cap: 'A', at: 'Roll Call' },
  voteAbstain: { key: 's', cap: 'S', at: 'Roll Call' },
  undoVote: { key: 'u', cap: 'U', at: 'Roll Call' },
} as const satisfies Record<string, Key>;

export type KeyName = keyof typeof KEYS;
/** `goTo` gets the second letter. */
type Handlers = Partial<Record<KeyName, ((letter: string) => void) | null>>;
type Bound = { has: (name: KeyName) => boolean; run: (name: KeyName, letter: string) => void };

const bound: Bound[] = [];
const NAMES = Object.keys(KEYS) as KeyName[];
/** How long the second letter may take. */
const SEQUENCE_MS = 1500;
let sequenceUntil = 0;

/** Binds keys while the component is mounted; of two components the one mounted last has the key. They are quiet while
 * somebody types, in dialogs and menus, and with modifiers. */
export const useKeys = (handlers: Handlers): void => {
  const has = useEffectEvent((name: KeyName) => Boolean(handlers[name]));
  const run = useEffectEvent((name: KeyName, letter: string) => handlers[name]?.(letter));
  useEffect(() => {
    const own: Bound = { has: (name) => has(name), run: (name, letter) => run(name, letter) };
    if (bound.length === 0) addEventListener('keydown', press, true);
    bound.push(own);
    return () => {
      bound.splice(bound.indexOf(own), 1);
      if (bound.length === 0) removeEventListener('keydown', press, true);
    };
  }, []);
};

/** While the event goes down, so that the dialog that Escape is about to close is still there. */
const press = (event: KeyboardEvent): void => {
  if (event.isComposing || event.altKey) return;
  const key = event.key.toLowerCase();
  const isSecond = event.timeStamp < sequenceUntil && /^[a-z]$/.test(key);
  sequenceUntil = 0;
  const names = isSecond ? (['goTo'] as const) : namesOf(event, key);
  const owner = bound.findLast(({ has }) => names.some(has));
  const name = owner && names.find(owner.has);
  if (!name || (!withControl(event) && isQuiet(event))) return;
  event.preventDefault();
  if (name === 'goTo' && !isSecond) sequenceUntil = event.timeStamp + SEQUENCE_MS;
  else owner.run(name, key);
};

/** One at most of each place. */
const namesOf = (event: KeyboardEvent, pressed: string): readonly KeyName[] =>
  NAMES.filter((name) => {
    const { key, withControl: needsControl = false, isNative }: Key = KEYS[name];
    const isLetter = /^[a-z]$/.test(key);
    return key === pressed && !isNative && needsControl === withControl(event) && !(isLetter && event.shiftKey);
  });

const withControl = (event: KeyboardEvent) => event.ctrlKey || event.metaKey;

const isQuiet = ({ target }: KeyboardEvent) => isTyping(target) || document.querySelector(OVERLAY) !== null;

/** The keys belong to what is open; while it fades, they are the screen's again. */
const OVERLAY =
  ':is([role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], [data-opening]):not([data-closing], [data-leave])';

const isTyping = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest(
    'input:not([type="checkbox"], [type="radio"], [type="file"]), textarea, select, [contenteditable="true"], [role="grid"]',
  ) !== null;
