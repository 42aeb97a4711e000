import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { type Operation, readDocument, type Schema, schemaFaults } from '../support/document.ts';
import { required } from '../support/required.ts';

const document = readDocument();
const HOW = 'RECORD_EXAMPLES=1 npm run test:unit -- tests/api/openapi.test.ts';

type Content = Record<string, { schema: Schema; example?: unknown }>;
type Part = { what: string; schema: Schema; example?: unknown };

/** The bodies and successful answers that are JSON. */
const partsOf = (what: string, { requestBody, responses }: Operation): Part[] => {
  const contents = [
    ['body', requestBody?.content] as const,
    ...Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([status, { content }]) => [status, content] as const),
  ];
  return contents.flatMap(([part, content]) => {
    const json = content?.['application/json'];
    return json ? [{ what: `${what} ${part}`, ...json }] : [];
  });
};

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, operation]) => partsOf(`${method.toUpperCase()} ${path}`, operation)),
);
const events = Object.entries(document.webhooks).flatMap(([event, { post }]) => partsOf(event, post));
const failures = Object.entries(document.components.responses as Record<string, { content: Content }>).map(
  ([name, { content }]) => ({ what: name, ...required(content['application/json']) }),
);
const parts = [...operations, ...events, ...failures];

test(`[14.8] every JSON body and answer of the document, every event and every error has an example (${HOW})`, () => {
  expect(parts.filter(({ example }) => example === undefined).map(({ what }) => what)).toEqual([]);
});

test(`[14.8] no example of a list is empty (${HOW})`, () => {
  const empty = parts.filter(({ example }) => (example as { docs?: unknown[] } | undefined)?.docs?.length === 0);
  expect(empty.map(({ what }) => what)).toEqual([]);
});

test(`[14.8] each example is as its schema says (${HOW})`, () => {
  const $defs = readable(document.components.schemas) as Record<string, z.core.JSONSchema.JSONSchema>;
  const faults = parts.flatMap(({ what, schema, example }) => {
    const { error } = z.safeParse(z.fromJSONSchema({ ...readable(schema), $defs }), example);
    const wrong = [...schemaFaults(document, schema, example), ...(error ? [z.prettifyError(error)] : [])];
    return wrong.map((fault) => `${what}: ${fault}`);
  });
  expect(faults).toEqual([]);
});

/** Zod reads references to `$defs` alone, and patterns without the flag of JSON Schema, u. */
const readable = <T>(schema: T): T =>
  JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/').replaceAll('\\\\p{L}', '[A-Za-z]'));

test('[14.8] no example has a secret, or what another recording would have otherwise', async () => {
  const text = await readFile(join(import.meta.dirname, '..', '..', 'worker', 'openapi', 'examples.json'), 'utf8');
  const kept = [
    ...text.matchAll(/eyJ[\w-]+\.eyJ|\b(plt|whsec|sk|rk)_(?!example|ZXhhbXBsZQ==)\w+|(?!B?A{20})[\w-]{43}|X-Amz-\w+/g),
    ...text.matchAll(/localhost|127\.0\.0\.1|Seen by|\b20\d\d-\d\d-\d\d/g),
  ].map(([one]) => one);
  expect(new Set(kept)).toEqual(new Set(['2026-02-01', '2026-03-02', '2026-04-01']));
});

test('[14.8] the examples leave the document small: none is longer than a page', () => {
  const long = parts.filter(({ example }) => (JSON.stringify(example, null, 2)?.split('\n').length ?? 0) > 160);
  expect(long.map(({ what }) => what)).toEqual([]);
});
