import { sweepActivity } from '../sync/server/activity-keeping.ts';
import { forgetClients } from '../sync/server/forget-clients.ts';
import { resealSecrets } from './auth/reseal.ts';
import { tellOtherPlans } from './billing/stored-plan.ts';
import type { Deps } from './deps.ts';
import { queueRecalculation } from './jobs/queue-recalculation.ts';
import { queueReconciliation } from './payments/nightly-reconciliation.ts';
import { mailLeavingSoon, removeLeftHoas } from './retention/remove-hoas.ts';
import { sweep } from './retention/sweep.ts';

/** In wrangler.toml: 09:00 UTC, before the day begins in America. */
export const NIGHTLY_CRON = '0 9 * * *';

type Step = { name: string; run(deps: Deps): Promise<void> };

const STEPS: Step[] = [
  { name: 'sweep', run: sweep },
  { name: 'sweep activity', run: sweepActivity },
  { name: 'mails to HOAs that leave in a week', run: mailLeavingSoon },
  { name: 'removal of HOAs that have left', run: removeLeftHoas },
  { name: 'reconcile', run: queueReconciliation },
  { name: 'recalculate accounts', run: (deps) => queueRecalculation(deps) },
  { name: 'plans of associations', run: tellOtherPlans },
  { name: 'reseal secrets', run: resealSecrets },
  { name: 'forget clients', run: ({ db, now }) => forgetClients(db, now()) },
];

/** Each step may fail alone: the others still run. Safe to run twice, concurrently or late. Throws an AggregateError of
 * what failed. */
export const runNightly = async (deps: Deps, steps: readonly Step[] = STEPS): Promise<void> => {
  const failures: Error[] = [];
  for (const { name, run } of steps)
    await run(deps).catch((error) => failures.push(new Error(`nightly ${name} failed: ${error}`, { cause: error })));
  if (failures.length > 0) throw new AggregateError(failures, failures.map(({ message }) => message).join('; '));
};
