import { openApiDocument } from '../../worker/openapi/document.ts';
import { nth } from './required.ts';

export type Schema = { [key: string]: unknown };
type Ref = { $ref?: string };
type Content = Record<string, { schema: Schema; example?: unknown }>;
type Response = Ref & { description: string; headers?: Record<string, unknown>; content?: Content };
export type Operation = {
  operationId: string;
  summary: string;
  security: Record<string, string[]>[];
  parameters: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema?: Schema }[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, Response>;
};
export type Document = {
  info: { description: string };
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: Record<string, Record<string, unknown>>;
};

/** The document as a program gets it. */
export const readDocument = (): Document => JSON.parse(JSON.stringify(openApiDocument())) as Document;

export const resolved = <T extends object>(document: Document, value: T): T => {
  const ref = (value as Ref).$ref;
  if (!ref) return value;
  const [section, name] = [nth(ref.split('/'), -2), nth(ref.split('/'), -1)];
  return document.components[section]?.[name] as T;
};

type Got = { status: number; headers: Headers; text: string };

/** The parts of an answer that the document does not say of its operation. */
export const answerFaults = (
  document: Document,
  { responses }: Operation,
  { status, headers, text }: Got,
): string[] => {
  const found = responses[status];
  if (!found) return [`status ${status} is not documented`];
  const response = resolved(document, found);
  const unknown = [...headers.keys()].filter(
    (name) => !ALWAYS.has(name) && !Object.keys(response.headers ?? {}).some((one) => one.toLowerCase() === name),
  );
  const faults = unknown.map((name) => `header ${name} of ${status} is not documented`);
  if (!headers.has('x-request-id')) faults.push('no X-Request-Id');
  return [...faults, ...contentFaults(document, response, { headers, text, status })];
};

/** Those of every answer of HTTP, and of every answer of this server, which only browsers go by. */
const ALWAYS = new Set([
  ...['date', 'content-type', 'content-length', 'cache-control', 'set-cookie', 'vary'],
  ...[
    'strict-transport-security',
    'x-content-type-options',
    'x-frame-options',
    'referrer-policy',
    'permissions-policy',
  ],
  ...['cross-origin-opener-policy', 'cross-origin-resource-policy', 'content-security-policy', 'server-timing'],
]);

const contentFaults = (document: Document, { content }: Response, { status, headers, text }: Got): string[] => {
  if (!content) return text === '' ? [] : [`content of ${status} is not documented`];
  const type = headers.get('content-type')?.split(';')[0] ?? '';
  const schema = content[type]?.schema;
  if (!schema) return [`content type ${type} of ${status} is not documented`];
  return type === 'application/json' ? schemaFaults(document, schema, JSON.parse(text)).slice(0, 3) : [];
};

const FORMATS: Record<string, RegExp> = {
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/,
  email: /^[^@\s]+@[^@\s]+$/,
  uuid: /^[0-9a-f-]{36}$/i,
};

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
};

/** Where a value is not as a schema of the document says; fields that it does not name are faults, too. */
export const schemaFaults = (document: Document, schema: Schema | boolean, value: unknown, at = ''): string[] => {
  if (typeof schema === 'boolean') return schema ? [] : [`${at} is not documented`];
  if (schema.$ref) return schemaFaults(document, resolved(document, schema), value, at);
  const either = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (either) {
    const faults = either.map((one) => schemaFaults(document, one, value, at));
    return faults.some(({ length }) => length === 0)
      ? []
      : nth(
          [...faults].sort((a, b) => a.length - b.length),
          0,
        );
  }
  if ('const' in schema && schema.const !== value) return [`${at} is ${JSON.stringify(value)}`];
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return [`${at} is ${JSON.stringify(value)}`];
  const types = schema.type === undefined ? [] : [schema.type].flat();
  const type = typeOf(value);
  if (types.length > 0 && !types.includes(type) && !(type === 'integer' && types.includes('number')))
    return [`${at} is of type ${type}`];
  if (type === 'object') return objectFaults(document, schema, value as Record<string, unknown>, at);
  if (type === 'array')
    return (value as unknown[]).flatMap((one, n) => {
      const known = (schema.prefixItems as Schema[] | undefined)?.[n] ?? schema.items ?? {};
      return schemaFaults(document, known as Schema, one, `${at}[${n}]`);
    });
  const format = FORMATS[String(schema.format)];
  return typeof value === 'string' && format && !format.test(value) ? [`${at} is no ${schema.format}: ${value}`] : [];
};

const objectFaults = (document: Document, schema: Schema, value: Record<string, unknown>, at: string): string[] => {
  const {
    properties,
    required = [],
    additionalProperties,
  } = schema as {
    properties?: Record<string, Schema>;
    required?: string[];
    additionalProperties?: Schema;
  };
  const missing = required.filter((name) => !(name in value)).map((name) => `${at}.${name} is missing`);
  return [
    ...missing,
    ...Object.entries(value).flatMap(([name, one]) => {
      const known = properties?.[name] ?? additionalProperties;
      if (known) return schemaFaults(document, known, one, `${at}.${name}`);
      return properties ? [`${at}.${name} is not documented`] : [];
    }),
  ];
};
