import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from './user-error.ts';

export const portsOf = (port: number) => ({
  app: port,
  database: port + 1,
  files: port + 2,
  mail: port + 3,
  payments: port + 4,
});

/** PORT from the environment, 8787 when unset. Throws a UserError when it is no port. */
export const portFrom = (value: string | undefined): number => {
  const port = Number(value || 8787);
  if (Number.isInteger(port) && port >= 1 && port <= 65_531) return port;
  throw new UserError(`PORT must be a whole number from 1 to 65531, and is "${value}".`);
};

/** Throws a UserError naming the first port that something listens on already. */
export const requireFree = async (ports: number[]): Promise<void> => {
  for (const port of ports) {
    if (await isFree(port)) continue;
    throw new UserError(
      `Port ${port} is in use: stop what listens there, or set PORT to another number (Porchlight takes PORT to PORT+4).`,
    );
  }
};

export const freePort = (): Promise<number> => freePorts(1);

/** Below the ports that systems give to outgoing connections: while a stack restarts, a client that connects to it again
 * and again would be given the very port, connect to itself and keep it. */
const [LOWEST, HIGHEST] = [12_000, 32_000];

/** The first of `count` ports in a row that nobody listens on. */
export const freePorts = async (count: number): Promise<number> => {
  for (;;) {
    const first = randomInt(LOWEST, HIGHEST);
    const all = Array.from({ length: count }, (_, index) => first + index);
    if ((await Promise.all(all.map(isFree))).every(Boolean)) return first;
  }
};

/** Resolves once the port is free, or after 5 s: the kernel takes a moment to free it after a kill. */
export const untilFree = async (port: number): Promise<void> => {
  for (let tries = 0; tries < 100 && !(await isFree(port)); tries += 1) await sleep(50);
};

/** True if nobody listens on the port. `localhost` may mean either loopback address. */
export const isFree = async (port: number) => (await isFreeOn('127.0.0.1', port)) && (await isFreeOn('::1', port));

const isFreeOn = (host: string, port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve(!['EADDRINUSE', 'EACCES'].includes(error.code ?? '')),
    );
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
