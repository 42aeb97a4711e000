/** The parts of an OpenAPI 3.1 document that this screen reads. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
};
type Content = Record<string, { schema: Schema; example?: unknown }>;
type Parameter = { name: string; in: string; required: boolean; description?: string; schema: Schema };
type Operation = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { $ref?: string; description?: string; content?: Content }>;
};
export type OpenApi = {
  info: { title: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, { description: string }> };
};

/** One call, with its method in capitals. `path` is the event of a webhook. */
export type Call = { method: string; path: string; operation: Operation };

export const callsOf = ({ paths, webhooks = {} }: OpenApi): Call[] =>
  [...Object.entries(paths), ...Object.entries(webhooks)].flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

export const matches = ({ method, path, operation }: Call, term: string): boolean =>
  `${method} ${path} ${operation.summary} ${operation.description}`.toLowerCase().includes(term.trim().toLowerCase());

export const nameOf = ($ref: string): string => $ref.split('/').at(-1) ?? '';

export const bodyOf = (content: Content | undefined): [type: string, schema: Schema, example?: unknown] | undefined => {
  const [first] = Object.entries(content ?? {});
  return first && [first[0], first[1].schema, first[1].example];
};

/** In words: "Request[]", "string or null", "open | closed". */
export const typeOf = (schema: Schema): string => {
  const { $ref, type, enum: values, const: value, anyOf, items } = schema;
  if ($ref) return nameOf($ref);
  if (values) return values.map(String).join(' | ');
  if (value !== undefined) return String(value);
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' or ');
  if (type === 'array' && items) return items.anyOf || items.enum ? `(${typeOf(items)})[]` : `${typeOf(items)}[]`;
  if (Array.isArray(type)) return type.join(' or ');
  return type ?? 'any';
};

/** The fields of an object, of its items or of what it may be besides null. */
export const fieldsOf = (schema: Schema): [name: string, field: Schema, isRequired: boolean][] => {
  const { properties, required = [], items, anyOf } = schema;
  if (properties) return Object.entries(properties).map(([name, field]) => [name, field, required.includes(name)]);
  if (items) return fieldsOf(items);
  return (anyOf ?? []).flatMap(fieldsOf);
};
