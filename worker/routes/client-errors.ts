import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { clientErrorInput } from '../../schema/client-error-inputs.ts';
import { scrubMessage, scrubStack } from '../../schema/client-errors.ts';
import { parse } from '../../sync/parse.ts';
import { requireOwnOrigin } from '../auth/cookie.ts';
import { callerKey } from '../auth/limits.ts';
import type { Deps, Env } from '../deps.ts';
import { HttpError, tooManyRequests } from '../http/errors.ts';
import { jsonBody } from '../http/validate.ts';

const WINDOW_SECONDS = 60;
const REPORTS_PER_CALLER = 10;
const REPORTS_IN_ALL = 200;

/** POST /api/client-errors is public, because an error may come before the sign-in. It costs no call outside: reports
 * are counted in this isolate. */
export const clientErrorRoutes = new Hono<Env>()
  .use(
    bodyLimit({
      maxSize: 8 * 1024,
      onError: () => {
        throw new HttpError(413, 'This report is too large');
      },
    }),
  )
  .post('/', requireOwnOrigin, async (c) => {
    const { deps } = c.var;
    requireRoom(deps, callerKey(c.req.header('CF-Connecting-IP')));
    const { message, stack, ...report } = parse(clientErrorInput, await jsonBody(c));
    const { kind, reference, build, request: lastRequest } = report;
    deps.metrics.count('client_errors', { kind });
    const error = scrubMessage(message);
    deps.log({
      level: 'error',
      event: 'client error',
      kind,
      reference,
      build,
      lastRequest,
      error,
      stack: scrubStack(stack),
    });
    return c.body(null, 204);
  });

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
