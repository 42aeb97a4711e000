import * as z from 'zod';
import type { createApp } from '../../worker/app.ts';
import { schemaOfAnswer } from '../../worker/openapi/answers.ts';
import type { Answer } from '../../worker/rest/route.ts';
import { ROUTES } from '../../worker/rest/routes.ts';
import { failure } from '../../worker/shapes/parts.ts';

const parametersOf = (route: string) => route.split('/:').length;

const known = ROUTES.map(({ route, answers }) => {
  const [method, path = ''] = route.split(' ');
  return { route, method, answers, pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`) };
}).sort((a, b) => parametersOf(a.route) - parametersOf(b.route));

/** The routes and statuses whose answers were checked in this process, as 'GET /api/requests 200'. */
export const checkedAnswers = new Set<string>();

/** The same app, that throws where an answer is not the one that its route describes. */
export const withDocumentedAnswers = (app: ReturnType<typeof createApp>): ReturnType<typeof createApp> => {
  const checked = async (request: Request, answer: Response | Promise<Response>) => {
    const response = await answer;
    if (!response.headers.has('upgrade')) await requireDocumented(request, response.clone());
    return response;
  };
  return {
    fetch: (request) => checked(request, app.fetch(request)),
    request: (input, init) => {
      const asked = typeof input === 'string' ? { url: input, method: init?.method ?? 'GET' } : input;
      return checked(asked as Request, app.request(input, init));
    },
  };
};

const requireDocumented = async ({ method, url }: Pick<Request, 'method' | 'url'>, response: Response) => {
  const { pathname } = new URL(url, 'http://localhost');
  const operation = known.find((one) => one.method === method && one.pattern.test(pathname));
  if (!operation) return;
  const { status } = response;
  const described =
    status in operation.answers
      ? schemaFor(operation.answers[status] ?? null, response)
      : status >= 400
        ? failure
        : undefined;
  const what = `${operation.route} ${status}`;
  if (described === undefined) throw new Error(`${what} is not among its answers`);
  const { error } = z.safeParse(described, await bodyOf(response));
  if (error) throw new Error(`${what} is not what worker/shapes/ describes:\n${z.prettifyError(error)}`);
  checkedAnswers.add(what);
};

const schemaFor = (answer: Answer, { headers }: Response): z.core.$ZodType => {
  if (answer === null) return z.null();
  // Some lists come as CSV on request.
  const isCsv = headers.get('Content-Type')?.startsWith('text/csv');
  return (isCsv ? undefined : schemaOfAnswer(answer)) ?? z.string();
};

const bodyOf = async (response: Response): Promise<unknown> => {
  const text = await response.text();
  if (text === '') return null;
  return response.headers.get('Content-Type')?.includes('json') ? JSON.parse(text) : text;
};
