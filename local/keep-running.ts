import { setTimeout as sleep } from 'node:timers/promises';
import { untilFree } from './ports.ts';
import type { Processes, Running } from './processes.ts';
import { untilAnswers } from './until-answers.ts';
import { messageOf } from './user-error.ts';

type Service = {
  name: string;
  port: number;
  command: string;
  /** Called at each start, because a free port may be taken by then. */
  args(): Promise<string[]> | string[];
  env?: NodeJS.ProcessEnv;
  /** Resolves once a started process serves; throws if it does not. */
  ready(running: Running): Promise<void>;
  /** Set for a process that may hang without ending: the line it then prints, and a URL that answers if it still works. */
  hang?: { line: RegExp; url: string };
  whenLost: string;
};

/** The pauses before a service is started again, in milliseconds; the last one is repeated for as long as it takes, since
 * what keeps it down (a full disk, a lost mount) may be mended without a restart of the rest. */
const PAUSES = [250, 500, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000];
/** A service that ran this long did not fail at its start, in milliseconds. */
const SETTLED = 3000;
/** How long `hang.url` may take to answer after the line, in milliseconds. */
const PATIENCE = 5000;

/** Runs a service until the stack stops, and restarts it when it ends or hangs. Resolves once it first serves; throws if
 * it does not. */
export const keepRunning = async (processes: Processes, service: Service, pauses = PAUSES): Promise<void> => {
  const first = await serve(processes, service);
  void keepAlive(processes, service, first, pauses);
};

const serve = async (processes: Processes, service: Service): Promise<Running> => {
  const running = processes.start(service.name, service.command, await service.args(), service.env);
  try {
    await service.ready(running);
    return running;
  } catch (error) {
    running.kill();
    throw error;
  }
};

const keepAlive = async (processes: Processes, service: Service, first: Running, pauses: number[]) => {
  const say = (line: string) => processes.onLog('stack', `The ${service.name} process ${line}`);
  let quickEnds = 0;
  for (let running: Running | undefined = first; running; ) {
    const since = Date.now();
    const how = await lossOf(running, service);
    if (processes.stopping.aborted) return;
    say(`${how}. ${service.whenLost} Starting it again...`);
    quickEnds = Date.now() - since < SETTLED ? quickEnds + 1 : 0;
    running = await startAgain(processes, service, pauses.slice(Math.min(quickEnds, pauses.length - 1)), say);
    if (running) say('is back.');
  }
};

/** Resolves with the reason once the process has ended or hung and is gone. */
const lossOf = async (running: Running, { hang }: Service): Promise<string> => {
  const hung = new Promise<string>((resolve) => {
    running.onLine((line) => {
      if (!hang?.line.test(line)) return;
      untilAnswers(running, hang.url, { patience: PATIENCE }).catch(() => resolve('no longer answers'));
    });
  });
  const how = await Promise.race([running.ended.then((end) => `ended unexpectedly (${end})`), hung]);
  running.kill();
  await running.ended;
  return how;
};

const startAgain = async (
  processes: Processes,
  service: Service,
  pauses: number[],
  say: (line: string) => void,
): Promise<Running | undefined> => {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await sleep(pauses[Math.min(attempt, pauses.length - 1)], undefined, { signal: processes.stopping });
      await untilFree(service.port);
      return await serve(processes, service);
    } catch (error) {
      if (processes.stopping.aborted) return undefined;
      say(`is not back yet: ${messageOf(error)}`);
    }
  }
};
