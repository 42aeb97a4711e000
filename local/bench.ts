/** `npm run bench`: prints the figures of the speed budgets. `-- sizes`, `-- server`, `-- features` or `-- browser`
 * runs that part alone. */
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
