/** `npm run release`: one archive that runs an instance, in dist/release. The same commit gives the same bytes. */
import { buildRelease } from './release/build.ts';
import { printer } from './terminal.ts';
import { fail } from './user-error.ts';

try {
  await buildRelease(printer());
  process.exit(0);
} catch (error) {
  fail(error);
}
