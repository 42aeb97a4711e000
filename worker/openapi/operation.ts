import * as z from 'zod';
import { type MutatorName, mutators } from '../../sync/mutators.ts';
import { IDEMPOTENCY_KEY, takesKey } from '../rest/idempotent.ts';
import type { Access, Answer, Route } from '../rest/route.ts';
import { schemaOfAnswer, shapeOf } from './answers.ts';
import { exampleOf } from './examples.ts';
import { withFormat } from './formats.ts';

export type Json = { [key: string]: unknown };
export type Schemas = Record<string, Json>;

export const REQUEST_ID = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };
export const RATE_LIMIT = {
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
};

export const REPLAYED = { 'Idempotent-Replayed': { $ref: '#/components/headers/IdempotentReplayed' } };

const WHO: Record<Access, string> = {
  anyone: 'Needs no sign-in.',
  person: 'For everyone who is signed in.',
  resident: 'For residents.',
  board: 'For board members and superadmins.',
  superadmin: 'For superadmins.',
};

export const operationJson = (described: Route, schemas: Schemas): Json => {
  const { route, summary, notes, tag, access, scope, query, values } = described;
  const content = requestBody(described, schemas);
  const isPublic = access === 'anyone';
  const scopes = scope ? `Scope: \`${scope}\`.` : isPublic ? '' : 'Not for API tokens.';
  return {
    operationId: operationIdOf(route),
    summary,
    description: [notes, WHO[access], scopes].filter(Boolean).join(' '),
    tags: [tag],
    security: isPublic ? [] : [...(scope ? [{ token: [scope] }] : []), { session: [] }],
    parameters: [
      ...pathParameters(route),
      ...(query ? queryParameters(shapeOf(query), values) : []),
      ...(takesKey(described) ? [IDEMPOTENCY] : []),
    ],
    ...(content && { requestBody: content }),
    responses: { ...responses(described, schemas), ...errorResponses(described) },
  };
};

const IDEMPOTENCY = {
  name: IDEMPOTENCY_KEY,
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  description: 'A text of your own, such as a UUID: a call that is repeated with it is carried out once.',
};

/** GET /api/requests/:id/comments: getRequestsIdComments. */
export const operationIdOf = (route: string): string => {
  const [method = '', ...words] = route.replace('/api', '').split(/[^A-Za-z]+/);
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
};

const pathParameters = (route: string): Json[] =>
  [...route.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));

/** As zod reads them from text, which says less than is meant. */
const PARAMETERS: Record<string, Json> = {
  page: { schema: { type: 'integer', minimum: 1, default: 1 } },
  limit: { schema: { type: 'integer', minimum: 1, maximum: 100 } },
  cursor: {
    schema: { type: 'string', maxLength: 4000 },
    description: '`next` of an earlier answer to the same query: what follows it',
  },
  updated_since: {
    schema: { type: 'string', format: 'date-time' },
    description: 'Only what has changed since, in the order of the changes',
  },
  includeDeleted: { schema: { type: 'boolean', default: false } },
  amount: { schema: { type: 'number' }, description: 'Dollars' },
};
const listOf = (values: readonly string[] | undefined): Json => ({
  schema: { type: 'string' },
  description: values ? `Any of ${values.join(', ')}; separated by commas` : 'Values separated by commas',
});

const queryParameters = (query: z.core.$ZodType, values: Route['values'] = {}): Json[] => {
  const { properties = {}, required = [] } = schemaOf(query, 'input', {}) as ObjectSchema;
  const defaults = z.safeParse(query, {}).data as Json | undefined;
  return Object.entries(properties).map(([name, schema]) => {
    const known = PARAMETERS[name] ?? ('anyOf' in schema ? listOf(values[name]) : { schema });
    const limit = name === 'limit' && { schema: { ...(known.schema as Json), default: defaults?.limit } };
    return { name, in: 'query', required: required.includes(name), ...known, ...limit };
  });
};

type ObjectSchema = Json & { properties?: Record<string, ObjectSchema>; required?: string[]; items?: ObjectSchema };

/** `base` and `written_at` are what devices send that were offline. */
const OF_DEVICES = ['base', 'written_at'];

/** Undefined where nothing is left that a body may say. */
const requestBody = ({ route, body, fixed, given, made }: Route, schemas: Schemas): Json | undefined => {
  if (body === undefined) return undefined;
  if (body === 'file') {
    const schema = { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  const input = schemaOf(isMutator(body) ? mutators[body].input : shapeOf(body), 'input', schemas);
  const leftOut = [...(isMutator(body) ? OF_DEVICES : []), ...Object.keys(fixed), ...given];
  const schema = made.reduce(withOptional, without(leftOut, input as ObjectSchema));
  if (schema.type === 'object' && Object.keys(schema.properties ?? {}).length === 0) return undefined;
  const example = exampleOf(route).body;
  return { required: isRequired(schema), content: { 'application/json': { schema, example } } };
};

const isRequired = ({ anyOf, required = [] }: ObjectSchema): boolean => anyOf !== undefined || required.length > 0;

/** A union is that of its members. */
const mapMembers = (schema: ObjectSchema, map: (member: ObjectSchema) => ObjectSchema): ObjectSchema => {
  const union = (['anyOf', 'oneOf'] as const).find((name) => name in schema);
  return union ? { ...schema, [union]: (schema[union] as ObjectSchema[]).map(map) } : map(schema);
};

const without = (names: readonly string[], schema: ObjectSchema): ObjectSchema =>
  mapMembers(schema, ({ properties = {}, required = [], ...rest }) => {
    const needed = required.filter((name) => !names.includes(name));
    return {
      ...rest,
      properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name))),
      ...(needed.length > 0 && { required: needed }),
    };
  });

/** `facts.id` is that of each of the facts. */
const withOptional = (schema: ObjectSchema, path: string): ObjectSchema => {
  const [name = '', ...inner] = path.split('.');
  return mapMembers(schema, ({ required = [], ...member }) => {
    const list = member.properties?.[name];
    if (inner.length > 0 && list?.items) {
      const items = withOptional(list.items, inner.join('.'));
      return { ...member, required, properties: { ...member.properties, [name]: { ...list, items } } };
    }
    const needed = required.filter((one) => one !== name);
    return { ...member, ...(needed.length > 0 && { required: needed }) };
  });
};

const responses = (route: Route, schemas: Schemas): Json =>
  Object.fromEntries(
    Object.entries(route.answers).map(([status, answer]) => [
      status,
      {
        description: DESCRIPTIONS[status] ?? 'Done',
        headers: headersOf(route, status),
        ...(answer !== null && { content: contentOf(route, status, answer, schemas) }),
      },
    ]),
  );

const headersOf = (route: Route, status: string): Json => ({
  ...REQUEST_ID,
  ...(route.scope && RATE_LIMIT),
  ...(takesKey(route) && REPLAYED),
  ...(304 in route.answers && { ETag: { $ref: '#/components/headers/ETag' } }),
  ...(status === '302' && { Location: { $ref: '#/components/headers/Location' } }),
});

const DESCRIPTIONS: Record<string, string> = {
  101: 'A WebSocket',
  200: 'Done',
  201: 'Made',
  204: 'Done, without content',
  302: 'Elsewhere',
  304: 'Nothing has changed',
  503: 'Something is down',
};

const contentOf = ({ route, hasCsv }: Route, status: string, answer: NonNullable<Answer>, schemas: Schemas): Json => {
  const schema = schemaOfAnswer(answer);
  if (!schema)
    return Object.fromEntries(
      String(answer)
        .split(', ')
        .map((type) => [type, { schema: { type: 'string' } }]),
    );
  const csv = hasCsv ? { 'text/csv': { schema: { type: 'string' } } } : {};
  const example = exampleOf(route).answers[status];
  return { 'application/json': { schema: schemaOf(schema, 'output', schemas), example }, ...csv };
};

const errorResponses = ({ route, access, body, query, errors = [] }: Route): Json => {
  const isRead = route.startsWith('GET');
  const isOpen = access === 'anyone';
  const names: [status: number, name: string, applies: boolean][] = [
    [400, 'Invalid', !isOpen || body !== undefined || query !== undefined],
    [401, 'NotSignedIn', !isOpen],
    [403, 'Forbidden', !isOpen],
    [404, 'NotFound', route.includes(':') || (body !== undefined && !isOpen)],
    [409, 'Conflict', !isRead],
    [413, 'TooLarge', body !== undefined],
    [426, 'Upgrade', false],
    [429, 'TooMany', true],
    [500, 'Failed', true],
    [502, 'PaymentsAway', false],
    [503, 'Away', !isRead],
  ];
  const given = names.filter(([status, , applies]) => applies || errors.includes(status));
  return Object.fromEntries(given.map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]));
};

const isMutator = (body: z.core.$ZodType | string): body is MutatorName =>
  typeof body === 'string' && Object.hasOwn(mutators, body);

/** Records with a name of their own go to `schemas`, and are referred to. */
export const schemaOf = (schema: z.core.$ZodType, io: 'input' | 'output', schemas: Schemas): Json => {
  const text = JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any', override: open }));
  const { $schema: _, $defs, ...json } = JSON.parse(text.replaceAll('#/$defs/', '#/components/schemas/')) as Json;
  Object.assign(schemas, $defs);
  return json;
};

/** Later releases may add fields. */
const open = (place: Parameters<typeof withFormat>[0]): void => {
  if (place.jsonSchema.additionalProperties === false) delete place.jsonSchema.additionalProperties;
  withFormat(place);
};
