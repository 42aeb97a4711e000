let held: (() => void) | undefined;

/** Keeps a session that came before its time: it opens the app only once the setup is left. */
export const holdEntry = (enter: (() => void) | undefined): void => {
  held = enter ?? held;
};

/** Opens the app if a session is held. Without one the guard asks to sign in. */
export const openApp = (): void => {
  const enter = held;
  held = undefined;
  enter?.();
};
