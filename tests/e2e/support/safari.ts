import { features } from 'web-features';

/** The oldest Safari that the app supports. */
const SAFARI = [17, 5] as const;

/** Names of what Safari has only later or never, as browser-compat-data spells them: `api.Window.requestIdleCallback`. */
export const namesUnknownToSafari = (): string[] =>
  Object.values(features).flatMap((feature) =>
    'status' in feature
      ? Object.entries(feature.status.by_compat_key ?? {}).flatMap(([name, { support }]) =>
          isKnown(support.safari) ? [] : name,
        )
      : [],
  );

const isKnown = (since: string | undefined): boolean => {
  if (since === undefined) return false;
  const [major = Number.NaN, minor = 0] = since.replace('≤', '').split('.').map(Number);
  return major < SAFARI[0] || (major === SAFARI[0] && minor <= SAFARI[1]);
};

/** The arguments for `addInitScript` that take from a page what Safari lacks: globals, methods and attributes. */
export const likeSafari = () => [forget, scriptNames()] as const;

const scriptNames = (): string[][] =>
  namesUnknownToSafari().flatMap((name) => {
    const [kind, ...path] = name.replace(/^javascript\.builtins\./, 'js.').split('.');
    return kind === 'js' || kind === 'api' ? [path.map((part) => part.replace(/_static$/, ''))] : [];
  });

/** Runs in the page. */
const forget = (names: string[][]): void => {
  const remove = (owner: unknown, name: string) => {
    const symbol = name.startsWith('@@') && Symbol[name.slice(2) as 'iterator'];
    if (owner && (typeof owner === 'object' || typeof owner === 'function'))
      Reflect.deleteProperty(owner, symbol || name);
  };
  // Owners go last, as their members are found through them.
  for (const path of names.toSorted((a, b) => b.length - a.length)) {
    const owners = [...path];
    const member = owners.pop() ?? '';
    let owner = globalThis as unknown as Record<string, Record<string, unknown> | undefined> | undefined;
    for (const name of owners) owner = owner?.[name] as typeof owner;
    remove(owner, member);
    remove(owner?.prototype, member);
    if (owners[0] === 'Window') remove(globalThis, member);
  }
};
