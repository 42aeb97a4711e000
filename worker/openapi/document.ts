import * as z from 'zod';
import { TOKEN_CALLS_PER_MINUTE } from '../../schema/api-tokens.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../schema/webhooks.ts';
import { ERROR_CODES } from '../http/error-codes.ts';
import { ROUTES } from '../rest/routes.ts';
import { shapes } from './answers.ts';
import { errorExample, eventExample } from './examples.ts';
import {
  type Json,
  operationIdOf,
  operationJson,
  RATE_LIMIT,
  REPLAYED,
  REQUEST_ID,
  type Schemas,
  schemaOf,
} from './operation.ts';
import { TAGS } from './tags.ts';

/** The OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1) of all routes. */
export const openApiDocument = (): Json => {
  const schemas: Schemas = {};
  schemaOf(shapes.failure, 'output', schemas);
  const paths: Record<string, Json> = {};
  for (const route of ROUTES) {
    const [method = '', path = ''] = route.route.split(' ');
    const templated = path.replace(/:(\w+)/g, '{$1}');
    paths[templated] = { ...paths[templated], [method.toLowerCase()]: operationJson(route, schemas) };
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
  '**Sign-in**: `Authorization: Bearer plt_...` with an API token that a superadmin or a board member, such as the treasurer, creates under Settings. A token acts as that person, within its scopes.',
  '**Errors** have a `message` for people, a `code` for programs and, for invalid fields, `errors`. A record of another association is a 404, as if it did not exist. A parameter, filter or sort that an operation does not know is a 400 that names those it knows; a path with another method is a 405 with `Allow`.',
  '**Lists**: `limit` up to 100; the response has `docs`, `totalDocs`, `hasNextPage` and `next`. Pass `next` as `cursor`, with the same other parameters, for what follows: rows that are added in the meantime neither hide nor double any. `page` from 1 counts pages instead. Separate several values with commas: `status=open,in_progress`.',
  '**Following a list**: with `updated_since` a list has what has changed since that instant, in the order of the changes, each record once, as it is now; it may repeat what changed in the minutes before, and leaves out nothing. Such a list always has `next`, also at its end (`hasNextPage` is false then): keep it and ask again with it as `cursor` and the same `updated_since`. Deletions are told by `GET /api/events`.',
  '**Bodies** are JSON objects. A field that an operation does not know is passed over, so a record can be sent back as GET shows it.',
  `**Limits**: ${TOKEN_CALLS_PER_MINUTE} calls a minute per token, which \`RateLimit\` counts down. Over a limit, the response is a 429 with \`Retry-After\` in seconds. This document has an \`ETag\`.`,
  '**Idempotency-Key**: a POST with this header is carried out once. Who repeats it within 24 hours, with the same token, method, path and body, gets the first response again, with `Idempotent-Replayed: true`. With another body or path, or while the first is still running, the response is a 409 (`idempotency_key_reused`, `idempotency_key_in_use`). A call that was refused or failed frees the key, since nothing was done. After a crash in the moment between, a repetition goes on where the first stopped; where the response cannot be made again, it is a 409 with `idempotency_answer_lost`, and nothing is done twice. Operations without the header in their parameters do not take it: those without a sign-in, uploads as forms (their bytes differ each time; an upload through `presigned-url` takes one with the record), and those of devices, which number their changes.',
  '**Own ids**: where a body has an `id`, you may make it (a UUID in lower case, best version 7). Where a record with this `id` exists already, the response is a 409 with `id_taken`; entries, facts and drafts that say the same again get the same response.',
  `**Error codes**\n\n${Object.entries(ERROR_CODES)
    .map(([code, meaning]) => `- \`${code}\`: ${meaning}`)
    .join('\n')}`,
  '**Webhooks** tell another program when something happens. A superadmin adds them under Settings. Each is a POST of `{"id", "type", "timestamp", "data"}`: `id` is that of the event, the same in `GET /api/events`, at each address and in each attempt; `data` is the record as GET shows it to a superadmin, or of a deleted one its `_id`. An event may come twice, and events may overtake each other: go by `id` and by the state of the record. Answer 2xx within ten seconds; anything else is sent again, later each time, for three days.',
  '**Signatures**: a webhook has the headers `webhook-id` (of the delivery), `webhook-timestamp` (seconds since 1970) and `webhook-signature`: one or, for a day after a new secret was made, two signatures, separated by a space, each `v1,` and a base64 text. To verify one, decode the base64 text that follows `whsec_` in the secret; compute HMAC-SHA256 with these bytes as the key over `webhook-id`, a dot, `webhook-timestamp`, a dot and the body as it came, byte for byte; compare its base64 text with those of the header in constant time. Refuse a timestamp that is more than five minutes off. This is Standard Webhooks (standardwebhooks.com), for which there are libraries.',
  '**Following changes**: keep the `next` of `GET /api/events` and ask again with it as `cursor`; it misses nothing of the last 30 days, deletions included.',
  '**Versions**: fields, parameters, operations, events and values of lists are added at any time; nothing is renamed or removed without notice. What is to go has `deprecated` in this document at least twelve months before. Ignore what you do not know. New fields have money in integer cents (`..._cents`), times in UTC (`..._at`) and days without a time zone (`..._on`).',
  '**Request IDs**: every response has an `X-Request-Id`, which support can look up in the logs.',
].join('\n\n');

const SECURITY = {
  token: { type: 'http', scheme: 'bearer', bearerFormat: 'plt_...', description: 'An API token, with its scopes.' },
  session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The access token of a sign-in.' },
};

const HEADERS = {
  RequestId: { description: 'The id of the request in the logs', schema: { type: 'string' } },
  RateLimitPolicy: {
    description: 'With an API token: its quota `q` in a window of `w` seconds (draft-ietf-httpapi-ratelimit-headers)',
    schema: { type: 'string', examples: [`"token";q=${TOKEN_CALLS_PER_MINUTE};w=60`] },
  },
  RateLimit: {
    description: 'The calls `r` that are left in the next `t` seconds, of the policy of that name',
    schema: { type: 'string', examples: ['"token";r=118;t=42'] },
  },
  RetryAfter: { description: 'Seconds to wait', schema: { type: 'integer', minimum: 1 } },
  Allow: {
    description: 'The methods that the path has, separated by commas',
    schema: { type: 'string', examples: ['GET, HEAD, POST'] },
  },
  ETag: {
    description: 'Of this content; with it in `If-None-Match` the answer is a 304 while nothing has changed',
    schema: { type: 'string', examples: ['"mJ3sBq0"'] },
  },
  IdempotentReplayed: {
    description: '`true` where this is the first answer again, to a call with the same `Idempotency-Key`',
    schema: { type: 'string', enum: ['true'] },
  },
  Location: { description: 'Where to go on', schema: { type: 'string' } },
};
const ERROR = { $ref: '#/components/schemas/Error' };

const sharedResponses = (): Json => {
  const response = (status: number, description: string, headers: Json = {}) => ({
    description,
    headers: { ...REQUEST_ID, ...RATE_LIMIT, ...headers },
    content: { 'application/json': { schema: ERROR, example: errorExample(status) } },
  });
  const RETRY_AFTER = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };
  return {
    Invalid: response(400, 'The input is invalid; `errors` names the fields.'),
    NotSignedIn: response(401, 'The token is missing, has expired or was revoked.'),
    Forbidden: response(
      403,
      'The role or the token’s scopes do not allow this, or a code of the second factor is needed first.',
    ),
    NotFound: response(404, 'The record does not exist, or the caller may not see it.'),
    MethodNotAllowed: response(405, 'The path does not have this method. Any path of this document answers so.', {
      Allow: { $ref: '#/components/headers/Allow' },
    }),
    Conflict: response(409, 'The record is not in a state that allows this, or has changed since.', {
      ...REPLAYED,
      ...RETRY_AFTER,
    }),
    Upgrade: response(426, 'A WebSocket was expected.'),
    TooLarge: response(413, 'The body is too large.'),
    TooMany: response(429, 'Too many calls.', RETRY_AFTER),
    Failed: response(500, 'Something went wrong on our side; the message has the id of the request.'),
    PaymentsAway: response(502, 'The payment service could not be reached.'),
    Away: response(503, 'Files or the disk are not available right now; nothing was changed.', RETRY_AFTER),
  };
};

const EVENT_RECORDS: Record<string, z.core.$ZodType> = {
  request: shapes.request,
  violation: shapes.violation,
  announcement: shapes.announcement,
  invoice: shapes.invoice,
  payment: shapes.payment,
  person: shapes.listedUser,
  document: shapes.document,
  association: shapes.association,
  due: shapes.due,
  entry: shapes.entry,
  meeting: shapes.listedMeeting,
};

/** The payload that is sent out for an event. */
const eventJson = (event: WebhookEvent, schemas: Schemas): Json => {
  const record = EVENT_RECORDS[event.split('.')[0] ?? ''] as z.ZodType;
  const data = event.endsWith('.deleted') ? z.strictObject({ _id: shapes.id }) : record;
  const id = shapes.id.describe('Of the event, the same in each attempt');
  const body = z.strictObject({ id, type: z.literal(event), timestamp: z.iso.datetime(), data });
  return {
    operationId: operationIdOf(`EVENT ${event}`),
    summary: 'An event',
    description: 'Signed by Standard Webhooks: `webhook-id`, `webhook-timestamp`, `webhook-signature`.',
    tags: ['Webhooks'],
    security: [],
    parameters: [],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemaOf(body, 'output', schemas), example: eventExample(event) } },
    },
    responses: { '2XX': { description: 'Taken' }, default: { description: 'Is sent again later' } },
  };
};

const sorted = (schemas: Schemas): Schemas =>
  Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
