import * as z from 'zod';
import { type MutatorName, mutators } from '../../sync/mutators.ts';
import type { Access, Answer, Route } from '../rest/route.ts';
import { schemaOfAnswer, shapeOf } from './answers.ts';

export type Json = { [key: string]: unknown };
export type Schemas = Record<string, Json>;

export const REQUEST_ID = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };

const WHO: Record<Access, string> = {
  anyone: 'Needs no sign-in.',
  person: 'For everybody who is signed in.',
  resident: 'For residents.',
  board: 'For board members and superadmins.',
  superadmin: 'For superadmins.',
};

export const operationJson = (described: Route, schemas: Schemas): Json => {
  const { route, summary, notes, tag, access, scope, query, values, body } = described;
  const isPublic = access === 'anyone';
  const scopes = scope ? `Scope: \`${scope}\`.` : isPublic ? '' : 'Not for API tokens.';
  return {
    operationId: operationIdOf(route),
    summary,
    description: [notes, WHO[access], scopes].filter(Boolean).join(' '),
    tags: [tag],
    security: isPublic ? [] : [...(scope ? [{ token: [scope] }] : []), { session: [] }],
    parameters: [...pathParameters(route), ...(query ? queryParameters(shapeOf(query), values) : [])],
    ...(body && { requestBody: requestBody(body, schemas) }),
    responses: { ...responses(described, schemas), ...errorResponses(described) },
  };
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
  sort: { schema: { enum: ['createdAt', '-createdAt'], default: '-createdAt' } },
  includeDeleted: { schema: { type: 'boolean', default: false } },
};
const listOf = (values: readonly string[] | undefined): Json => ({
  schema: { type: 'string' },
  description: values ? `Any of ${values.join(', ')}; separated by commas` : 'Values separated by commas',
});

const queryParameters = (query: z.core.$ZodType, values: Route['values'] = {}): Json[] => {
  const { properties = {} } = schemaOf(query, 'input', {}) as { properties?: Record<string, Json> };
  return Object.entries(properties).map(([name, schema]) => {
    const known = PARAMETERS[name] ?? ('anyOf' in schema ? listOf(values[name]) : { schema });
    return { name, in: 'query', required: false, ...known };
  });
};

const requestBody = (body: NonNullable<Route['body']>, schemas: Schemas): Json => {
  if (body === 'file') {
    const schema = { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  const schema = isMutator(body) ? inputOf(mutators[body].input) : schemaOf(shapeOf(body), 'input', schemas);
  return { required: true, content: { 'application/json': { schema } } };
};

/** The id of the record is the server's to make or stands in the path, as that of its thread or account does; `base` and
 * `written_at` are what devices send that were offline. */
const OF_DEVICES = [
  'id',
  'entity',
  'request_id',
  'violation_id',
  'account_id',
  'entry_id',
  'payment_id',
  'source_id',
  'base',
  'written_at',
];

const inputOf = (input: z.core.$ZodType): Json => {
  const schema = schemaOf(input, 'input', {}) as { properties?: Json; required?: string[] };
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => !OF_DEVICES.includes(name));
  const required = schema.required?.filter((name) => !OF_DEVICES.includes(name)) ?? [];
  return { type: 'object', properties: Object.fromEntries(properties), ...(required.length > 0 && { required }) };
};

const responses = ({ answers, hasCsv = false }: Route, schemas: Schemas): Json =>
  Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => [
      status,
      {
        description: DESCRIPTIONS[status] ?? 'Done',
        headers: REQUEST_ID,
        ...(answer !== null && { content: contentOf(answer, hasCsv, schemas) }),
      },
    ]),
  );

const DESCRIPTIONS: Record<string, string> = {
  101: 'A WebSocket',
  200: 'Done',
  201: 'Made',
  204: 'Done, without content',
  302: 'Elsewhere',
  503: 'Something is down',
};

const contentOf = (answer: NonNullable<Answer>, hasCsv: boolean, schemas: Schemas): Json => {
  const schema = schemaOfAnswer(answer);
  if (!schema) return { [String(answer)]: { schema: { type: 'string' } } };
  const csv = hasCsv ? { 'text/csv': { schema: { type: 'string' } } } : {};
  return { 'application/json': { schema: schemaOf(schema, 'output', schemas) }, ...csv };
};

const errorResponses = ({ route, access, body, query }: Route): Json => {
  const ref = (name: string) => ({ $ref: `#/components/responses/${name}` });
  return {
    ...((body || query) && { 400: ref('Invalid') }),
    ...(access !== 'anyone' && { 401: ref('NotSignedIn'), 403: ref('Forbidden') }),
    ...(route.includes(':') && { 404: ref('NotFound') }),
    ...(!route.startsWith('GET') && { 409: ref('Conflict') }),
    429: ref('TooMany'),
    500: ref('Failed'),
    ...(!route.startsWith('GET') && { 503: ref('Away') }),
  };
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
const open = ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void => {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
};
