/** `npm run dev`: the same stack, with the client served by vite so that edits show at once. wrangler reloads the worker. */
import { join } from 'node:path';
import { createServer } from 'vite';
import { stackOptions } from './options.ts';
import { ROOT } from './paths.ts';
import { freePort, portsOf } from './ports.ts';
import { startStack } from './stack.ts';
import { stopSignal, untilStopped } from './stop-signal.ts';
import { announce, printer } from './terminal.ts';
import { fail } from './user-error.ts';

const signal = stopSignal();
try {
  const options = stackOptions();
  const workerPort = await freePort();
  const stack = await startStack({ ...options, workerPort, watch: true, onLog: printer(options), signal });
  const worker = { target: `http://127.0.0.1:${workerPort}`, ws: true };
  const vite = await createServer({
    configFile: join(ROOT, 'vite.config.ts'),
    server: {
      host: '127.0.0.1',
      port: portsOf(options.port).app,
      strictPort: true,
      proxy: { '^/api/': worker, '^/cdn-cgi/': worker },
    },
  });
  await vite.listen();
  announce(stack);
  await untilStopped(signal);
  await vite.close();
  await stack.stop();
  process.exit(0);
} catch (error) {
  if (signal.aborted) process.exit(0);
  fail(error);
}
