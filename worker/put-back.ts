import type { PutBackWatch } from '../sync/server/identity.ts';
import { logProofs } from './auth/log-proofs.ts';
import type { Deps } from './deps.ts';
import { alertOperator } from './services/operator.ts';

const PUT_BACK =
  'A device has seen changes that the database no longer has. It has a new identity now, and devices send again what they hold.';

/** Checks a cookie of pull or push. */
export const putBackWatch = (deps: Deps): PutBackWatch => ({
  proofs: logProofs(deps.config),
  onPutBack: () => {
    deps.log({ level: 'error', event: 'database put back' });
    deps.waitUntil(alertOperator(deps, 'put_back', [PUT_BACK]));
  },
});
