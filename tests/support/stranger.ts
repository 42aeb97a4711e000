import { answerFaults, type Document, type Operation, resolved, type Schema, schemaFaults } from './document.ts';
import { required } from './required.ts';

type Asked = {
  path?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: object;
};
// biome-ignore lint/suspicious/noExplicitAny: JSON of any operation, which was compared with the document.
type Answer = { status: number; headers: Headers; body: any };
type Send = (request: Request) => Promise<Response>;

/** A client that is made of the document and knows nothing else: it sends what the document names, to where the document says, and throws
 * where an answer is not as the document says. */
export const strangerOf = (document: Document, send: Send, token: string) => {
  const operations = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [operation.operationId, { path, method, operation }]),
    ),
  );
  return async (operationId: string, asked: Asked = {}): Promise<Answer> => {
    const { path, method, operation } = required(operations.get(operationId));
    refuse(operationId, [...parameterFaults(operation, asked), ...bodyFaults(document, operation, asked.body)]);
    const url = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(required(asked.path?.[name])));
    const request = new Request(`http://localhost${url}?${new URLSearchParams(asked.query)}`, {
      method: method.toUpperCase(),
      headers: { ...asked.headers, Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(asked.body && { body: JSON.stringify(asked.body) }),
    });
    const { status, headers, ...answer } = await send(request).then(read);
    refuse(operationId, answerFaults(document, operation, { status, headers, text: answer.text }));
    return { status, headers, body: answer.text === '' ? null : JSON.parse(answer.text) };
  };
};

const read = async (answer: Response) => ({
  status: answer.status,
  headers: answer.headers,
  text: await answer.text(),
});

const refuse = (operationId: string, faults: readonly string[]): void => {
  if (faults.length > 0) throw new Error(`${operationId}: ${faults.join(', ')}`);
};

const parameterFaults = ({ parameters }: Operation, { path, query, headers }: Asked): string[] =>
  Object.entries({ path, query, header: headers }).flatMap(([place, given]) =>
    Object.keys(given ?? {})
      .filter((name) => !parameters.some((one) => one.in === place && one.name === name))
      .map((name) => `${name} is no ${place} parameter`),
  );

const bodyFaults = (document: Document, { requestBody }: Operation, body: object | undefined): string[] => {
  if (!body) return requestBody?.required ? ['the body is missing'] : [];
  return requestBody
    ? schemaFaults(document, required(requestBody.content['application/json']).schema, body)
    : ['it takes no body'];
};

/** The parts of a received event that the document does not say of it. */
export const eventFaults = (document: Document, event: { type: string }): string[] => {
  const body = document.webhooks[event.type]?.post.requestBody?.content['application/json']?.schema;
  return body ? schemaFaults(document, resolved<Schema>(document, body), event) : [`${event.type} is not documented`];
};
