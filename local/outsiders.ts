import { localScript } from './paths.ts';
import type { Processes } from './processes.ts';
import { untilAnswers } from './wait.ts';

/** Starts the mail service (Resend's API, with an inbox page at /inbox) as a process of its own. Returns its address. */
export const startMail = (processes: Processes, port: number) =>
  startOutsider(processes, 'mail', port, 'No mail goes out until the stack starts again; the rest goes on.');

/** Starts the payments service (Stripe's API) as a process of its own. Returns its address. */
export const startPayments = (processes: Processes, port: number) =>
  startOutsider(processes, 'payments', port, 'Nobody can pay until the stack starts again; the rest goes on.');

const startOutsider = async (processes: Processes, name: string, port: number, whenLost: string): Promise<string> => {
  const url = `http://127.0.0.1:${port}`;
  const args = [localScript(`${name}.ts`), String(port)];
  const running = processes.start(name, process.execPath, args, { whenLost });
  await untilAnswers(running, url);
  return url;
};
