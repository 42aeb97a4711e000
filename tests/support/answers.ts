import * as z from 'zod';
import type { createApp } from '../../worker/app.ts';
import { schemaOfAnswer } from '../../worker/openapi/answers.ts';
import { operationJson } from '../../worker/openapi/operation.ts';
import type { Route } from '../../worker/rest/route.ts';
import { ROUTES } from '../../worker/rest/routes.ts';
import { failure } from '../../worker/shapes/parts.ts';
import { isRecording, recordExample } from './recorded-examples.ts';

const parametersOf = (route: string) => route.split('/:').length;

type Operation = {
  parameters: { in: string; name: string; required: boolean }[];
  requestBody?: { content: Record<string, { schema: Body }> };
  responses: Record<string, { content?: Record<string, unknown> }>;
};
type Body = { properties?: Record<string, unknown>; required?: string[]; anyOf?: Body[] };

const known = ROUTES.map((described) => {
  const [method, path = ''] = described.route.split(' ');
  return { described, route: described.route, method, pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`) };
}).sort((a, b) => parametersOf(a.route) - parametersOf(b.route));

const operations = new Map<Route, Operation>();
const operationOf = (route: Route): Operation => {
  const operation = operations.get(route) ?? (operationJson(route, {}) as Operation);
  operations.set(route, operation);
  return operation;
};

/** The routes and statuses whose answers were checked in this process, as 'GET /api/requests 200'. */
export const checkedAnswers = new Set<string>();

/** The same app, that throws where a call or its answer is not as its route describes. */
export const withDocumentedAnswers = (app: ReturnType<typeof createApp>): ReturnType<typeof createApp> => {
  const checked = async (request: Request, answer: Response | Promise<Response>) => {
    const response = await answer;
    if (!response.headers.has('upgrade')) await requireDocumented(request, response.clone());
    return response;
  };
  return {
    fetch: (request) => checked(request, app.fetch(request)),
    request: (input, init) => {
      const asked = typeof input === 'string' ? { url: input, method: init?.method ?? 'GET', body: init?.body } : input;
      return checked(asked as Request, app.request(input, init));
    },
  };
};

type Asked = Pick<Request, 'method' | 'url'> & { body?: unknown };

const requireDocumented = async ({ method, url, body }: Asked, response: Response) => {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const found = known.find((one) => one.method === method && one.pattern.test(pathname));
  if (!found) return;
  const { route, described } = found;
  const what = `${route} ${response.status}`;
  const answer = await bodyOf(response);
  const { error } = z.safeParse(schemaFor(what, described.answers, response), answer);
  if (error) throw new Error(`${what} is not what worker/shapes/ describes:\n${z.prettifyError(error)}`);
  checkedAnswers.add(what);
  if (response.status >= 300) return;
  const operation = operationOf(described);
  requireContent(what, operation, response);
  const wrong = [...unknownIn(operation, searchParams), ...missingIn(operation, body)];
  if (isRecording) recordExample(route, response.status, documentedIn(operation, body), answer);
  if (wrong.length > 0) throw new Error(`${what} was asked otherwise than the document says: ${wrong.join(', ')}`);
};

const schemaFor = (what: string, answers: Route['answers'], { status, headers }: Response): z.core.$ZodType => {
  if (!(status in answers) && status < 400) throw new Error(`${what} is not among its answers`);
  const answer = status in answers ? answers[status] : undefined;
  if (answer === undefined) return failure;
  if (answer === null) return z.null();
  const isCsv = headers.get('Content-Type')?.startsWith('text/csv');
  return (isCsv ? undefined : schemaOfAnswer(answer)) ?? z.string();
};

const requireContent = (what: string, { responses }: Operation, { status, headers }: Response): void => {
  const documented = Object.keys(responses[status]?.content ?? {});
  const type = headers.get('Content-Type')?.split(';')[0];
  if (type !== undefined && !documented.includes(type)) throw new Error(`${what} answers ${type}, not ${documented}`);
};

/** The parameters of the query that the document does not name. */
const unknownIn = ({ parameters }: Operation, searchParams: URLSearchParams): string[] => {
  const named = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  return [...searchParams.keys()].filter((name) => !named.includes(name)).map((name) => `?${name}`);
};

/** The fields that a body must have by the document, and that this one has not, by the nearest of several bodies. */
const missingIn = ({ requestBody }: Operation, text: unknown): string[] => {
  const schema = requestBody?.content['application/json']?.schema;
  if (!schema || typeof text !== 'string' || !text.startsWith('{')) return [];
  const names = Object.keys(JSON.parse(text) as object);
  const missing = (schema.anyOf ?? [schema]).map(({ required = [] }) =>
    required.filter((name) => !names.includes(name)),
  );
  return missing.toSorted((one, other) => one.length - other.length)[0] ?? [];
};

/** The fields of a body that the document names. */
const documentedIn = ({ requestBody }: Operation, text: unknown): object => {
  const schema = requestBody?.content['application/json']?.schema;
  if (!schema || typeof text !== 'string' || !text.startsWith('{')) return {};
  const names = (schema.anyOf ?? [schema]).flatMap(({ properties = {} }) => Object.keys(properties));
  const isNamed = ([name]: [string, unknown]) => names.length === 0 || names.includes(name);
  return Object.fromEntries(Object.entries(JSON.parse(text) as object).filter(isNamed));
};

const bodyOf = async (response: Response): Promise<unknown> => {
  const text = await response.text();
  if (text === '') return null;
  return response.headers.get('Content-Type')?.includes('json') ? JSON.parse(text) : text;
};
