/** `npm run deploy`, `npm run deploy -- --env staging`: migrations, client and worker, to Cloudflare. */
import { prepare, release } from './deploy/deploy.ts';
import { deploymentWords, readSettings } from './deploy/settings.ts';
import { printer } from './terminal.ts';
import { fail } from './user-error.ts';

try {
  const { name, dryRun } = deploymentWords();
  const deployment = { name, settings: readSettings(name), onLog: printer() };
  await prepare(deployment);
  if (dryRun) console.log('Dry run: nothing was migrated, and nothing was uploaded.');
  else await release(deployment);
  process.exit(0);
} catch (error) {
  fail(error);
}
