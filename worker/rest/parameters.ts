import type { MiddlewareHandler } from 'hono';
import type * as z from 'zod/mini';
import { Refusal } from '../../sync/tx.ts';
import type { Env } from '../deps.ts';
import { HttpError } from '../http/errors.ts';
import type { Route } from './route.ts';

/** Refuses parameters of the query that the route does not have, and values that its lists do not have, with those they
 * have. What needs no sign-in takes whatever programs add to a link. */
export const knownParameters = ({ query, access, values = {} }: Route): MiddlewareHandler<Env>[] => {
  if (typeof query === 'string' || (access === 'anyone' && !query)) return [];
  const known = query ? namesIn(query) : [];
  return [
    async (c, next) => {
      for (const [name, asked] of Object.entries(c.req.queries())) {
        if (!known.includes(name)) throw unknownParameter(name, known);
        const allowed = values[name];
        if (allowed) requireKnown(name, asked, allowed);
      }
      await next();
    },
  ];
};

type Internals = { _zod: { def: { type: string; in?: Internals; shape?: object } } };

const namesIn = (schema: z.core.$ZodType): string[] => {
  const { def } = (schema as unknown as Internals)._zod;
  return def.in ? namesIn(def.in as unknown as z.core.$ZodType) : Object.keys(def.shape ?? {});
};

const unknownParameter = (name: string, known: readonly string[]): HttpError => {
  const path = name.slice(0, LONGEST_SHOWN);
  const msg = known.length > 0 ? `Unknown parameter. Known: ${known.join(', ')}` : 'This operation has no parameters';
  return new HttpError(400, `Unknown parameter: ${path}`, {}, { code: 'unknown_parameter', errors: [{ path, msg }] });
};

const LONGEST_SHOWN = 100;

const requireKnown = (path: string, asked: readonly string[], allowed: readonly string[]): void => {
  const unknown = asked
    .flatMap((text) => text.split(','))
    .map((text) => text.trim())
    .find((text) => text !== '' && !allowed.includes(text));
  if (unknown === undefined) return;
  const msg = `Unknown value. Allowed: ${allowed.join(', ')}`;
  throw new Refusal('invalid', msg, [{ path, msg }]);
};
