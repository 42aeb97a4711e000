import { addDays } from '../../schema/dates.ts';
import { openApiDocument } from '../../worker/openapi/document.ts';
import { TODAY } from './ledger.ts';
import type { Random } from './random.ts';
import { nth } from './required.ts';

type Schema = { [key: string]: unknown };
type Parameter = { name: string; in: 'path' | 'query'; schema?: Schema };
type Described = {
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};
/** An operation of the document, as 'GET /api/requests/:id'. */
export type DescribedRoute = { route: string; method: string; path: string; operation: Described };

const described = openApiDocument() as {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
};

export const describedRoutes = (): DescribedRoute[] =>
  Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      route: `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );

const HOSTILE = [
  null,
  true,
  -1,
  0.1,
  1e21,
  Number.MAX_SAFE_INTEGER,
  '',
  ' ',
  '\u0000',
  '\ud800',
  "'; DROP TABLE users; --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '2026-02-30',
  '9999-99-99T99:99:99Z',
  'ﷺ'.repeat(400),
  'x'.repeat(100_000),
  [],
  [[[[[[]]]]]],
  {},
  { __proto__: null, constructor: { prototype: 1 } },
  { toString: 1, length: -1 },
] as const;

/** Makes calls of the API: `ids` are words that records are named by, of this HOA, another one and none. */
export type CallMaker = ReturnType<typeof callMaker>;

export const callMaker = (random: Random, ids: () => readonly string[]) => {
  const hostile = () => structuredClone(random.pick(HOSTILE)) as unknown;
  const valueFor = valueMaker(random, ids, hostile);
  /** A value of a body with one place of it spoilt. */
  const spoilt = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || random.chance(0.2)) return hostile();
    const keys = Object.keys(value);
    if (keys.length === 0) return hostile();
    const key = random.pick(keys);
    const copy = structuredClone(value) as Record<string, unknown>;
    if (random.chance(0.3)) delete copy[key];
    else copy[key] = spoilt(copy[key]);
    return copy;
  };
  /** `example` is a body that the operation takes. */
  const bodyOf = ({ requestBody }: Described, example?: object): { body?: string; type?: string } => {
    const schema = requestBody?.content['application/json']?.schema;
    if (!requestBody) return random.chance(0.1) ? { body: JSON.stringify(hostile()), type: 'application/json' } : {};
    if (!schema || random.chance(0.03))
      return { body: random.pick(['{', '', 'null', '[]', '"x"']), type: 'application/json' };
    const valid = example && random.chance(0.5) ? example : valueFor(schema);
    const kind = random.next();
    const value = kind < 0.6 ? valid : kind < 0.9 ? spoilt(valid) : hostile();
    return { body: JSON.stringify(value), type: random.chance(0.02) ? 'text/plain' : 'application/json' };
  };
  /** A body that is not quite what the operation takes. */
  const spoiltBodyOf = ({ requestBody }: Described, example?: object): { body?: string; type?: string } => {
    const schema = requestBody?.content['application/json']?.schema;
    return schema ? { body: JSON.stringify(spoilt(example ?? valueFor(schema))), type: 'application/json' } : {};
  };
  const queryOf = ({ parameters }: Described): string => {
    const query = new URLSearchParams();
    for (const { name, in: place, schema = {} } of parameters)
      if (place === 'query' && random.chance(0.4))
        query.append(name, textIn(random.chance(0.7) ? valueFor(schema, name) : hostile()));
    return query.size > 0 ? `?${query}` : '';
  };
  const hostilePath = () =>
    encodeURIComponent(String(random.pick(['x', '..', '%', ' ', '\u0000', 'ﷺ', 'null', '0', "'", 'x'.repeat(500)])));
  return { bodyOf, spoiltBodyOf, queryOf, hostilePath };
};

/** Values that a schema describes. */
const valueMaker = (random: Random, ids: () => readonly string[], hostile: () => unknown) => {
  const valueFor = (schema: Schema, name = '', depth = 0): unknown => {
    if (typeof schema.$ref === 'string') return valueFor(resolved(schema.$ref), name, depth);
    if ('const' in schema) return schema.const;
    if (Array.isArray(schema.enum)) return random.pick(schema.enum);
    const either = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
    if (either) return valueFor(random.pick(either), name, depth);
    if (schema.type === 'object') return objectOf(schema, depth);
    if (schema.type === 'array') {
      const count = Math.max(Number(schema.minItems ?? 0), random.below(3));
      return Array.from({ length: count }, () => valueFor((schema.items ?? {}) as Schema, name, depth + 1));
    }
    if (schema.type === 'boolean') return random.chance(0.5);
    if (schema.type === 'integer' || schema.type === 'number') return numberOf(schema);
    if (schema.type === 'null') return null;
    return schema.type === 'string' ? textOf(schema, name) : hostile();
  };
  const objectOf = ({ properties = {}, required = [] }: Schema, depth: number) =>
    Object.fromEntries(
      Object.entries(properties as Record<string, Schema>)
        .filter(([name]) => (required as string[]).includes(name) || (depth < 4 && random.chance(0.5)))
        .map(([name, schema]) => [name, valueFor(schema, name, depth + 1)]),
    );
  const numberOf = ({ minimum = 0, maximum = 1000, type }: Schema) => {
    const [least, most] = [Number(minimum), Math.min(Number(maximum), Number(minimum) + 1000)];
    const number = least + random.next() * (most - least);
    return type === 'integer' ? Math.round(number) : Math.round(number * 100) / 100;
  };
  const textOf = ({ format, pattern, minLength = 0 }: Schema, name: string): string => {
    if (format === 'date' || /(_on|_date|^on|^day|^from|^to|as_of)$/.test(name))
      return addDays(TODAY, random.below(60) - 30);
    if (format === 'date-time' || /_at$/.test(name)) return `${addDays(TODAY, random.below(20) - 10)}T12:00:00.000Z`;
    if (format === 'email' || /email/.test(name)) return `someone-${random.below(1e9)}@example.test`;
    if (format === 'uuid' || /(^|_)(id|ids|recipients|covers|keep|people|removed|added)$/.test(name))
      return random.pick(ids());
    if (format === 'uri' || /url|endpoint/.test(name)) return 'https://example.com/x';
    return pattern && random.chance(0.5)
      ? random.pick(ids())
      : `${random.pick(WORDS)} ${random.below(1000)}`.padEnd(Number(minLength), 'x');
  };
  return valueFor;
};

const textIn = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

const WORDS = ['Roof', 'Pool', '<p>Gate</p>', 'Zoë', '=1+1', '日本'];

const resolved = (ref: string): Schema => described.components.schemas[nth(ref.split('/'), -1)] ?? {};
