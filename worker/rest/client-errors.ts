import { clientErrorInput } from '../../schema/client-error-inputs.ts';
import { scrubMessage, scrubStack } from '../../schema/client-errors.ts';
import { requireOwnOrigin } from '../auth/cookie.ts';
import { callerIn } from '../auth/limits.ts';
import type { Deps } from '../deps.ts';
import { tooManyRequests } from '../http/errors.ts';
import { handler } from './query.ts';
import type { Route } from './route.ts';

const WINDOW_SECONDS = 60;
const REPORTS_PER_CALLER = 10;
const REPORTS_IN_ALL = 200;

/** Public, because an error may come before the sign-in. It costs no call outside: reports are counted in this isolate. */
export const clientErrorRoutes: readonly Route[] = [
  handler('POST /api/client-errors', {
    ...{ tag: 'Operation', access: 'anyone', before: [requireOwnOrigin] },
    summary: 'Report an error of a browser',
    limit: { bytes: 8 * 1024, message: 'This report is too large' },
    body: clientErrorInput,
    answers: { 204: null },
    handle: async ({ c, deps, input }) => {
      requireRoom(deps, callerIn(c));
      const { message, stack, ...report } = await input();
      const { kind, reference, build, request: lastRequest } = report;
      deps.metrics.count('client_errors', { kind });
      const scrubbed = { error: scrubMessage(message), stack: scrubStack(stack) };
      deps.log({ level: 'error', event: 'client error', kind, reference, build, lastRequest, ...scrubbed });
    },
  }),
];

type Window = { until: number; all: number; byCaller: Map<string, number> };
const windows = new WeakMap<Deps['metrics'], Window>();

const requireRoom = ({ metrics, now }: Deps, caller: string): void => {
  const at = now().getTime();
  let window = windows.get(metrics);
  if (!window || window.until <= at) {
    window = { until: at + WINDOW_SECONDS * 1000, all: 0, byCaller: new Map() };
    windows.set(metrics, window);
  }
  const count = (window.byCaller.get(caller) ?? 0) + 1;
  if (count > REPORTS_PER_CALLER || window.all >= REPORTS_IN_ALL)
    throw tooManyRequests('Too many reports.', (window.until - at) / 1000);
  window.byCaller.set(caller, count);
  window.all += 1;
};
