/** `porchlight hoas VERB ...`: what who runs an instance does with its associations. Who runs it belongs to none of them. */
import { parseArgs } from 'node:util';
import { runDataTool } from '../data-tool.ts';
import { databaseClient, openDeployment } from '../deployment.ts';
import { messageOf, UserError } from '../user-error.ts';
import { addHoa, exportHoa, keepHoa, listHoas, pauseHoa, removeHoa, resumeHoa } from './associations.ts';
import { wakeInstance } from './control.ts';
import { readInstance } from './settings.ts';

const USAGE = `porchlight hoas list
porchlight hoas add NAME EMAIL [--time-zone America/New_York]   makes one; the person becomes its superadmin
porchlight hoas pause NAME           nobody signs in, nothing is charged or mailed, until it is resumed
porchlight hoas resume NAME
porchlight hoas export NAME FILE     everything of it, as one archive
porchlight hoas remove NAME --confirm NAME   in 90 days; hoas keep NAME takes it back until then`;

const wordsIn = (args: string[]) => {
  try {
    const options = { 'time-zone': { type: 'string' }, confirm: { type: 'string' } } as const;
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UserError(`${messageOf(error)}\n${USAGE}`);
  }
};

await runDataTool(async ({ processes, hold }) => {
  const { positionals, values } = wordsIn(process.argv.slice(2));
  const [verb, name = '', second = ''] = positionals;
  const settings = readInstance(process.env.PORCHLIGHT_SETTINGS ?? '');
  const deployment = await openDeployment(processes, { dataDir: settings.dataDir, variables: {} });
  hold(deployment.release);
  const deps = { db: databaseClient(deployment), now: () => new Date(), settings, s3: deployment.s3 };
  const verbs: Record<string, () => Promise<string>> = {
    list: () => listHoas(deps),
    add: () => addHoa(deps, { name, email: second, time_zone: values['time-zone'] }),
    pause: () => pauseHoa(deps, name),
    resume: () => resumeHoa(deps, name),
    export: () => exportHoa(deps, name, second),
    remove: () => removeHoa(deps, name, values.confirm),
    keep: () => keepHoa(deps, name),
  };
  const run = verb !== undefined && Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (!run || (verb !== 'list' && name === '')) throw new UserError(USAGE);
  console.log(await run());
  await wakeInstance(settings);
  return 0;
});
