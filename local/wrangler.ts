/** The worker as a process. `wrangler dev` itself cannot do without its file watcher, which takes 2 % of a core. */
import { parseArgs } from 'node:util';
import { unstable_startWorker as startWorker } from 'wrangler';

const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    'inspector-port': { type: 'string' },
    'persist-to': { type: 'string' },
    'env-file': { type: 'string', default: '' },
    watch: { type: 'boolean', default: false },
  },
});
const hostname = '127.0.0.1';
const inspectorPort = values['inspector-port'];

const worker = await startWorker({
  config: 'wrangler.toml',
  envFiles: [values['env-file']],
  dev: {
    remote: false,
    watch: values.watch,
    server: { hostname, port: Number(values.port) },
    // It runs whatever it is sent, and asks nobody for a password.
    inspector: inspectorPort !== undefined && { hostname, port: Number(inspectorPort) },
    persist: values['persist-to'],
    registry: process.env.WRANGLER_REGISTRY_PATH,
  },
});
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => void worker.dispose().then(() => process.exit()));
