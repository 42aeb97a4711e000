import { openApiFile } from '../http/page.ts';
import { handler } from './query.ts';
import type { Route } from './route.ts';

const operation = { tag: 'Operation', access: 'anyone' } as const;

export const openApiRoutes: readonly Route[] = [
  handler('GET /api/openapi.json', {
    ...operation,
    errors: [404],
    summary: 'This document',
    notes: 'With `If-None-Match` and the `ETag` of an earlier answer it answers 304 while nothing has changed.',
    answers: { 200: 'openapi', 304: null },
    handle: ({ c }) => openApiFile(c),
  }),
  handler('GET /api/docs', {
    ...operation,
    summary: 'The page to read it',
    answers: { 302: null },
    handle: ({ c }) => c.redirect('/developers'),
  }),
];
