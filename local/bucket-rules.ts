/** `npm run bucket`, `npm run bucket -- --env staging`: versions, CORS and lifecycle of the bucket, as local/bucket-rules/ has them. */
import { applyBucketRules, requireNames, rulesFor } from './bucket-rules/apply.ts';
import { deploymentWords, readSettings } from './deploy/settings.ts';
import { fail } from './user-error.ts';

try {
  const { name, dryRun } = deploymentWords();
  const settings = readSettings(name);
  if (dryRun) requireNames(settings);
  if (dryRun) console.log(JSON.stringify(rulesFor(settings.PUBLIC_URL ?? ''), null, 2));
  else await applyBucketRules(settings, process.env, console.log);
  process.exit(0);
} catch (error) {
  fail(error);
}
