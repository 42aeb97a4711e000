/** `npm run bench`: measures Porchlight beside the usual Replicache backend and prints a table. Parts by name, as in
 * `-- sizes 10k`, are measured alone; `-- quick` takes two minutes, `-- readme` puts the table into README.md. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './paths.ts';
import { stopSignal } from './stop-signal.ts';
import { fail } from './user-error.ts';

// A dynamic import, because local/ must not import tests/.
const { bench } = await import(pathToFileURL(join(ROOT, 'tests', 'bench', 'main.ts')).href);

const signal = stopSignal();
await bench(process.argv.slice(2), signal).catch((error: unknown) => {
  if (!signal.aborted) fail(error);
});
process.exit(0);
