import * as z from 'zod';
import { TOKEN_CALLS_PER_MINUTE } from '../../schema/api-tokens.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../schema/webhooks.ts';
import { mutators } from '../../sync/mutators.ts';
import { ROUTE_SCOPES } from '../auth/scopes.ts';
import { type Access, type Operation, TAGS } from './operation.ts';
import { OPERATIONS } from './operations.ts';
import { failure } from './parts.ts';
import * as records from './records.ts';

type Json = { [key: string]: unknown };
type Schemas = Record<string, Json>;

/** The OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1) of all routes. */
export const openApiDocument = (): Json => {
  const schemas: Schemas = {};
  schemaOf(failure, 'output', schemas);
  const paths: Record<string, Json> = {};
  for (const [route, operation] of Object.entries(OPERATIONS)) {
    const [method = '', path = ''] = route.split(' ');
    const templated = path.replace(/:(\w+)/g, '{$1}');
    paths[templated] = { ...paths[templated], [method.toLowerCase()]: operationJson(route, operation, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Porchlight API',
      version: '1',
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: Object.fromEntries(WEBHOOK_EVENTS.map((event) => [event, { post: eventJson(event, schemas) }])),
    components: {
      schemas: sorted(schemas),
      securitySchemes: SECURITY,
      responses: sharedResponses(),
      headers: HEADERS,
    },
  };
};

const INTRODUCTION = [
  'Everything the app can do, over HTTPS with JSON requests and responses.',
  '**Sign-in**: `Authorization: Bearer plt_...` with an API token that a superadmin creates under Profile. A token acts as that person, within its scopes.',
  '**Errors** have a human-readable `message` and, for invalid fields, `errors`. A record of another association is a 404, as if it did not exist.',
  '**Lists** are pages: `page` from 1, `limit` up to 100; the response has `totalDocs` and `hasNextPage`. Separate several values with commas: `status=open,in_progress`.',
  `**Limits**: ${TOKEN_CALLS_PER_MINUTE} calls a minute per token. Over the limit, the response is a 429 with \`Retry-After\` in seconds.`,
  '**Webhooks** tell another program when something happens. A superadmin adds them under Profile.',
  '**Request IDs**: every response has an `X-Request-Id`, which support can look up in the logs.',
].join('\n\n');

const SECURITY = {
  token: { type: 'http', scheme: 'bearer', bearerFormat: 'plt_...', description: 'An API token, with its scopes.' },
  session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The access token of a sign-in.' },
};

const HEADERS = {
  RequestId: { description: 'The id of the request in the logs', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds to wait', schema: { type: 'integer', minimum: 1 } },
};
const REQUEST_ID = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };
const ERROR = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };

const sharedResponses = (): Json => {
  const response = (description: string, headers: Json = {}) => ({
    description,
    headers: { ...REQUEST_ID, ...headers },
    content: ERROR,
  });
  return {
    Invalid: response('The input is invalid; `errors` names the fields.'),
    NotSignedIn: response('The token is missing, has expired or was revoked.'),
    Forbidden: response(
      'The role or the scopes of the token do not reach so far, or a code of the second factor is needed first.',
    ),
    NotFound: response('There is no such record, or not for the caller.'),
    Conflict: response('The record is not in a state that allows this, or has changed meanwhile.'),
    TooMany: response('Too many calls.', { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }),
    Failed: response('Something went wrong on our side; the message has the id of the request.'),
    Away: response('Files or the disk are not available right now; nothing was changed.', {
      'Retry-After': { $ref: '#/components/headers/RetryAfter' },
    }),
  };
};

const WHO: Record<Access, string> = {
  anyone: 'Needs no sign-in.',
  person: 'For everybody who is signed in.',
  resident: 'For residents.',
  board: 'For board members and superadmins.',
  superadmin: 'For superadmins.',
};

const operationJson = (route: string, operation: Operation, schemas: Schemas): Json => {
  const { summary, notes, tag, access, query, values, body, answers } = operation;
  const scope = ROUTE_SCOPES[route];
  const isPublic = access === 'anyone';
  const scopes = scope ? `Scope: \`${scope}\`.` : isPublic ? '' : 'Not for API tokens.';
  return {
    operationId: operationIdOf(route),
    summary,
    description: [notes, WHO[access], scopes].filter(Boolean).join(' '),
    tags: [tag],
    security: isPublic ? [] : [...(scope ? [{ token: [scope] }] : []), { session: [] }],
    parameters: [...pathParameters(route), ...(query ? queryParameters(query, values) : [])],
    ...(body && { requestBody: requestBody(body, schemas) }),
    responses: { ...responses(route, answers, schemas), ...errorResponses(route, operation) },
  };
};

const EVENT_RECORDS: Record<string, z.core.$ZodType> = {
  request: records.request,
  violation: records.violation,
  announcement: records.announcement,
  invoice: records.invoice,
  payment: records.payment,
  person: records.listedUser,
  document: records.document,
};

/** What is sent out for an event. */
const eventJson = (event: WebhookEvent, schemas: Schemas): Json => {
  const data = EVENT_RECORDS[event.split('.')[0] ?? ''] as z.ZodType;
  const body = z.strictObject({ type: z.literal(event), timestamp: z.iso.datetime(), data });
  return {
    operationId: operationIdOf(`EVENT ${event}`),
    summary: 'An event',
    description: 'Signed by Standard Webhooks: `webhook-id`, `webhook-timestamp`, `webhook-signature`.',
    tags: ['Webhooks'],
    security: [],
    parameters: [],
    requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'output', schemas) } } },
    responses: { '2XX': { description: 'Taken' }, default: { description: 'Is sent again later' } },
  };
};

/** GET /api/requests/:id/comments: getRequestsIdComments. */
const operationIdOf = (route: string): string => {
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

const queryParameters = (query: z.core.$ZodType, values: Operation['values'] = {}): Json[] => {
  const { properties = {} } = schemaOf(query, 'input', {}) as { properties?: Record<string, Json> };
  return Object.entries(properties).map(([name, schema]) => {
    const known = PARAMETERS[name] ?? ('anyOf' in schema ? listOf(values[name]) : { schema });
    return { name, in: 'query', required: false, ...known };
  });
};

const requestBody = (body: NonNullable<Operation['body']>, schemas: Schemas): Json => {
  if (body === 'file') {
    const schema = { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  const schema = typeof body === 'string' ? inputOf(mutators[body].input) : schemaOf(body, 'input', schemas);
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

const responses = (route: string, answers: Operation['answers'], schemas: Schemas): Json =>
  Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => [
      status,
      {
        description: DESCRIPTIONS[status] ?? 'Done',
        headers: REQUEST_ID,
        ...(answer !== null && { content: contentOf(route, answer, schemas) }),
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

const WITH_CSV = ['GET /api/invoices', 'GET /api/accounts/:id/entries'];

const contentOf = (route: string, answer: z.core.$ZodType | string, schemas: Schemas): Json => {
  if (typeof answer === 'string') return { [answer]: { schema: { type: 'string' } } };
  const csv = WITH_CSV.includes(route) ? { 'text/csv': { schema: { type: 'string' } } } : {};
  return { 'application/json': { schema: schemaOf(answer, 'output', schemas) }, ...csv };
};

const errorResponses = (route: string, { access, body, query }: Operation): Json => {
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

/** Records with a name of their own go to `schemas`, and are referred to. */
const schemaOf = (schema: z.core.$ZodType, io: 'input' | 'output', schemas: Schemas): Json => {
  const text = JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any', override: open }));
  const { $schema: _, $defs, ...json } = JSON.parse(text.replaceAll('#/$defs/', '#/components/schemas/')) as Json;
  Object.assign(schemas, $defs);
  return json;
};

/** Later releases may add fields. */
const open = ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void => {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
};

const sorted = (schemas: Schemas): Schemas =>
  Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
