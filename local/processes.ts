import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { localScript, ROOT } from './paths.ts';
import { UserError } from './user-error.ts';

export type OnLog = (name: string, line: string) => void;
export type Running = {
  name: string;
  /** Resolves with 'code 1' or 'SIGKILL' once the process has ended. */
  ended: Promise<string>;
  tail(): string;
  onLine(hear: (line: string) => void): void;
  /** Kills it and its children. */
  kill(): void;
};

/** How long a process may take to end by itself, in milliseconds. */
const GRACE = 5000;

/** The processes of one stack, each in its own group. All end with `stop`, and also when the stack is killed. */
export class Processes {
  readonly onLog: OnLog;
  /** Keyed by name, so that a restarted process keeps its place in the order of stopping. */
  readonly #running = new Map<string, { child: ChildProcess; ended: Promise<string> }>();
  readonly #watchdog: ChildProcess;
  readonly #stopping = new AbortController();
  #stopped: Promise<void> | undefined;

  constructor(onLog: OnLog) {
    this.onLog = onLog;
    this.#watchdog = spawn(process.execPath, [localScript('process-watchdog.ts')], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    this.#watchdog.stdin?.on('error', () => undefined);
  }

  /** Aborted by `stop`. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Starts a process. Throws a UserError once the stack stops. */
  start(name: string, command: string, args: string[], env: NodeJS.ProcessEnv = {}): Running {
    if (this.#stopped) throw new UserError('Stopped.');
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = endOf(child);
    this.#running.set(name, { child, ended });
    this.#watchOver(child, ended);
    return { name, ended, ...this.#follow(name, child), kill: () => signalGroup(child, 'SIGKILL') };
  }

  /** Runs a process to its end. Throws a UserError when it fails. */
  async run(name: string, command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
    const running = this.start(name, command, args, env);
    const how = await running.ended;
    if (how !== 'code 0') throw new UserError(`The ${name} failed (${how}):\n${running.tail()}`);
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stopAll();
    return this.#stopped;
  }

  #follow(name: string, child: ChildProcess): Pick<Running, 'tail' | 'onLine'> {
    const lines: string[] = [];
    const listeners: ((line: string) => void)[] = [(line) => this.onLog(name, line)];
    for (const input of [child.stdout, child.stderr]) {
      if (!input) continue;
      createInterface({ input }).on('line', (line) => {
        if (lines.push(line) > 20) lines.shift();
        for (const hear of listeners) hear(line);
      });
    }
    return { tail: () => lines.join('\n'), onLine: (hear) => void listeners.push(hear) };
  }

  #watchOver({ pid }: ChildProcess, ended: Promise<string>): void {
    this.#watchdog.stdin?.write(`${pid}\n`);
    void ended.then(() => this.#watchdog.stdin?.writable && this.#watchdog.stdin.write(`-${pid}\n`));
  }

  async #stopAll(): Promise<void> {
    this.#stopping.abort();
    for (const { child, ended } of [...this.#running.values()].reverse()) await endGently(child, ended);
    const gone = endOf(this.#watchdog);
    this.#watchdog.stdin?.end();
    await gone;
  }
}

/** Resolves when the process and its group have ended. */
const endOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => {
      signalGroup(child, 'SIGKILL');
      resolve(signal ?? `code ${code}`);
    });
  });

const endGently = async (child: ChildProcess, ended: Promise<string>): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE);
  await ended;
  clearTimeout(timer);
};

const signalGroup = (child: ChildProcess, signal: NodeJS.Signals): void => {
  try {
    if (child.pid) process.kill(-child.pid, signal);
  } catch {
    // The group is gone already.
  }
};
