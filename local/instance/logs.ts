import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { messageOf, UserError } from '../user-error.ts';
import { isUnit, logFileOf, UNIT } from './control.ts';
import type { Home } from './home.ts';
import type { Settings } from './settings.ts';

/** `porchlight logs [-f] [-n LINES]`: of systemd, or of the file that `start` writes. */
export const showLogs = async (words: string[], home: Home, settings: Settings): Promise<void> => {
  const { follow, lines } = wordsIn(words);
  const file = logFileOf(settings);
  const [command, ...args] = isUnit(home)
    ? ['journalctl', '-u', UNIT, '-o', 'cat', '--no-pager', '-n', lines]
    : ['tail', '-n', lines];
  if (!isUnit(home) && !existsSync(file)) throw new UserError(`There is no log yet (${file}).`);
  const all = [...args, ...(follow ? [isUnit(home) ? '-f' : '-F'] : []), ...(isUnit(home) ? [] : [file])];
  const child = spawn(String(command), all, { stdio: 'inherit' });
  await new Promise((resolve) => child.once('exit', resolve));
};

const wordsIn = (args: string[]): { follow: boolean; lines: string } => {
  try {
    const options = {
      follow: { type: 'boolean', short: 'f', default: false },
      lines: { type: 'string', short: 'n', default: '100' },
    } as const;
    const { follow, lines } = parseArgs({ args, options }).values;
    if (!/^\d+$/.test(lines)) throw new Error('-n takes a number.');
    return { follow, lines };
  } catch (error) {
    throw new UserError(`${messageOf(error)}\nporchlight logs [-f] [-n LINES]`);
  }
};
