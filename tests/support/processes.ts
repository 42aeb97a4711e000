import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { nth } from './required.ts';

type Process = { pid: number; group: number; command: string };

/** Ends the process that was started with these words, as a crash would; `leader` are those of the process that leads
 * its group. The words must be those of the test's own stack alone, as its ports are. Throws where there is none. */
export const killWith = (words: string, leader?: string): void => {
  const all = processes();
  const group = leader && find(all, leader).pid;
  process.kill(find(group ? all.filter((one) => one.group === group) : all, words).pid, 'SIGKILL');
};

/** The command holds all words that the process was started with. Throws where there is none. */
export const commandWith = (words: string): string => find(processes(), words).command;

const find = (all: Process[], words: string): Process => {
  const found = all.find(({ command }) => command.includes(`${words} `));
  if (!found) throw new Error(`No process was started with ${words}`);
  return found;
};

const processes = (): Process[] => {
  if (!existsSync('/proc/self/cmdline')) return fromPs();
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => fromProc(Number(name)));
};

/** Nothing where it has just ended. */
const fromProc = (pid: number): Process[] => {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    // After the name in brackets come the state, the parent and the group.
    const [, , group] = nth(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') '), -1).split(' ');
    return [{ pid, group: Number(group), command }];
  } catch {
    return [];
  }
};

const fromPs = (): Process[] =>
  execFileSync('ps', ['-Ao', 'pid=,pgid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => {
      const [pid, group, ...words] = line.trim().split(/\s+/);
      return { pid: Number(pid), group: Number(group), command: `${words.join(' ')} ` };
    });
