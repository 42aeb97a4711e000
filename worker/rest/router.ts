import { type Handler, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Role } from '../../schema/users.ts';
import { can, isStaff } from '../../sync/roles.ts';
import { authorize } from '../../sync/tx.ts';
import { requireActor } from '../auth/middleware.ts';
import type { Env } from '../deps.ts';
import { HttpError } from '../http/errors.ts';
import { valid } from '../http/validate.ts';
import { idempotent } from './idempotent.ts';
import { knownParameters } from './parameters.ts';
import type { Access, Route } from './route.ts';

/** The routes as Hono has them. What is written out in a path comes before a parameter in its place, in whichever order they are declared. */
export const routerOf = (routes: readonly Route[]): Hono<Env> => {
  const router = new Hono<Env>();
  const parametersLast = routes.toSorted((a, b) => Number(a.route.includes(':')) - Number(b.route.includes(':')));
  for (const route of parametersLast) {
    const [method = '', path = ''] = route.route.split(' ');
    router.on(method, [path], ...stepsOf(route), (c) => route.answer(c));
  }
  return router;
};

/** Answers 405 with the methods of the path, or 404 where no route has the path. */
export const otherMethod = (routes: readonly Route[]): Handler<Env> => {
  const known = routes.map(({ route }) => {
    const [method = '', path = ''] = route.split(' ');
    return { method, pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`) };
  });
  return (c) => {
    const methods = known.filter(({ pattern }) => pattern.test(c.req.path)).map(({ method }) => method);
    if (methods.length === 0) return c.notFound();
    const allowed = [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].sort();
    throw new HttpError(405, `This path has ${allowed.join(', ')} alone.`, { Allow: allowed.join(', ') });
  };
};

const stepsOf = (route: Route) => {
  const { limit, before = [], needsActor, scope, isChecked, access, guards = [], query } = route;
  return [
    limitOf(limit),
    ...before,
    ...(needsActor ? [requireActor(scope)] : []),
    ...(isChecked && !isOpen(access) ? [requireAccess(access)] : []),
    ...guards,
    ...knownParameters(route),
    ...(typeof query === 'object' ? [valid('query', query)] : []),
    ...idempotent(route),
  ];
};

const JSON_LIMIT = 1024 * 1024;
const TOO_LARGE = 'This is too large to send';

const limitTo = (maxSize: number, message: string): MiddlewareHandler =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new HttpError(413, message);
    },
  });
export const jsonLimit = limitTo(JSON_LIMIT, TOO_LARGE);
const limitOf = (limit: Route['limit']) => (limit ? limitTo(limit.bytes, limit.message ?? TOO_LARGE) : jsonLimit);

const isOpen = (access: Access) => access === 'anyone' || access === 'person';

const MAY: Record<Access, (role: Role) => boolean> = {
  anyone: () => true,
  person: () => true,
  resident: (role) => can(role, 'invoices.pay'),
  board: isStaff,
  superadmin: (role) => can(role, 'hoa.manage'),
};

const requireAccess =
  (access: Access): MiddlewareHandler<Env> =>
  async (c, next) => {
    authorize(MAY[access](c.var.actor.role));
    await next();
  };
