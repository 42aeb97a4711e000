import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds a clock tick of /proc lasts; the same on every Linux that Node runs on. */
const TICK_MS = 10;

type Process = { pid: number; parent: number; name: string; cpu: number };

/** The child processes of this one that `work` started and that still run after it. */
export const startedBy = async <T>(work: () => Promise<T>): Promise<{ value: T; pids: number[] }> => {
  const before = new Set(childrenOfThis());
  const value = await work();
  return { value, pids: childrenOfThis().filter((pid) => !before.has(pid)) };
};

/** CPU time so far, in milliseconds, of these processes and all that descend from them, by the program's name. Throws if
 * one of them has ended, because its time would be missing; and outside Linux. */
const cpuOf = (pids: readonly number[]): Map<string, number> => {
  const all = processes();
  const byPid = new Map(all.map((one) => [one.pid, one]));
  const ended = pids.find((pid) => !byPid.has(pid));
  if (ended !== undefined || pids.length === 0) throw new Error(`server process ${ended ?? ''} is not there`);
  const byName = new Map<string, number>();
  for (const one of all) if (descends(one, pids, byPid)) byName.set(one.name, (byName.get(one.name) ?? 0) + one.cpu);
  return byName;
};

type Cpu = { all: number; parts: string };

/** CPU milliseconds of these processes while `work` ran, divided by `count`. */
export const cpuDuring = async (pids: readonly number[], count: number, work: () => Promise<unknown>): Promise<Cpu> => {
  const before = cpuOf(pids);
  await work();
  const each = [...cpuOf(pids)].map(([name, cpu]) => ({ name, cpu: (cpu - (before.get(name) ?? 0)) / count }));
  const parts = each.filter(({ cpu }) => cpu >= 0.1).map(({ name, cpu }) => `${name} ${cpu.toFixed(1)}`);
  return { all: each.reduce((total, { cpu }) => total + cpu, 0), parts: parts.join(', ') };
};

const childrenOfThis = (): number[] =>
  processes()
    .filter(({ parent }) => parent === process.pid)
    .map(({ pid }) => pid);

const descends = ({ pid, parent }: Process, from: readonly number[], byPid: ReadonlyMap<number, Process>): boolean => {
  if (from.includes(pid)) return true;
  const above = byPid.get(parent);
  return above !== undefined && descends(above, from, byPid);
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
    return [
      {
        pid: Number(pid),
        parent: fields[1] ?? 0,
        name: name === 'MainThread' ? 'node' : name,
        cpu: (user + system) * TICK_MS,
      },
    ];
  } catch {
    // The process has ended.
    return [];
  }
};
