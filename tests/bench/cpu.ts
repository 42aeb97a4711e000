import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds a clock tick of /proc lasts; the same on every Linux that Node runs on. */
const TICK_MS = 10;

type Process = { pid: number; parent: number; name: string; cpu: number };

/** CPU time so far, in milliseconds, of the processes called `name` that descend from this one.
 * Undefined where the system does not tell (outside Linux). */
export const cpuOf = (name: string): number | undefined => {
  const all = processes();
  const ours = all.filter((one) => one.name === name && descends(one, all));
  return ours.length > 0 ? ours.reduce((total, { cpu }) => total + cpu, 0) : undefined;
};

const descends = ({ parent }: Process, all: Process[]): boolean => {
  if (parent === process.pid) return true;
  const above = all.find(({ pid }) => pid === parent);
  return above !== undefined && descends(above, all);
};

const processes = (): Process[] => {
  try {
    return readdirSync('/proc')
      .filter((entry) => /^\d+$/.test(entry))
      .flatMap(read);
  } catch {
    return [];
  }
};

const read = (pid: string): Process[] => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user = 0, system = 0] = fields.slice(11, 13);
    return [{ pid: Number(pid), parent: fields[1] ?? 0, name, cpu: (user + system) * TICK_MS }];
  } catch {
    // The process has ended.
    return [];
  }
};
