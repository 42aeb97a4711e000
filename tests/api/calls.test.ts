import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SCOPES, TOKEN_CALLS_PER_MINUTE } from '../../schema/api-tokens.ts';
import { ERROR_CODES } from '../../worker/http/error-codes.ts';
import { openApiDocument } from '../../worker/openapi/document.ts';
import type { Access } from '../../worker/rest/route.ts';
import { ROUTES } from '../../worker/rest/routes.ts';
import { call, contextForAll, createContext } from '../support/fixtures.ts';
import { required } from '../support/required.ts';

const ctx = contextForAll();
const pathOf = (route: string) => required(route.split(' ')[1]).replace(/:\w+/g, ctx.rex.id);

describe('[14.8] errors', () => {
  test('have a code for programs, which the document and docs/api.md list with its meaning', () => {
    const document = JSON.stringify(openApiDocument());
    const page = readFileSync(join(import.meta.dirname, '../../docs/api.md'), 'utf8');
    for (const [code, meaning] of Object.entries(ERROR_CODES)) {
      expect([code, document.includes(`- \`${code}\`: ${meaning}`)]).toEqual([code, true]);
      expect([code, page.includes(`| \`${code}\` | ${meaning} |`)]).toEqual([code, true]);
    }
  });

  test('tell by their code what a program can do about them', async () => {
    const { token } = (await ctx.sue.call('POST', '/api/tokens', { name: 'x', scopes: ['requests:read'] })).body;
    const codeOf = async (method: string, path: string, body?: unknown, as = ctx.sue.token) =>
      (await call(ctx.app, method, path, body, as)).body.code;
    expect(await codeOf('GET', '/api/requests', undefined, '')).toBe('not_signed_in');
    expect(await codeOf('GET', '/api/requests', undefined, 'plt_unknown')).toBe('token_invalid');
    expect(await codeOf('GET', '/api/invoices', undefined, token)).toBe('token_scope');
    expect(await codeOf('GET', '/api/tokens', undefined, token)).toBe('token_not_allowed');
    expect(await codeOf('GET', '/api/tokens', undefined, ctx.rex.token)).toBe('forbidden');
    expect(await codeOf('GET', `/api/requests/${ctx.rex.id}`)).toBe('not_found');
    expect(await codeOf('GET', '/api/nothing')).toBe('unknown_path');
    expect(await codeOf('POST', '/api/requests', {}, ctx.rex.token)).toBe('invalid_input');
    expect(await codeOf('POST', '/api/requests', '{')).toBe('malformed_body');
  });
});

describe('[14.8] the query', () => {
  test('of any route with a sign-in refuses a parameter that it does not have, and names those it has', async () => {
    const personFor = (access: Access) => (access === 'resident' ? ctx.rex : ctx.sue);
    for (const { route, access } of ROUTES.filter(
      ({ access, query }) => access !== 'anyone' && typeof query !== 'string',
    )) {
      const [method = ''] = route.split(' ');
      const body = method === 'GET' ? undefined : {};
      const answer = await personFor(access).call(method, `${pathOf(route)}?colour=red`, body);
      expect([route, answer.status, answer.body?.code]).toEqual([route, 400, 'unknown_parameter']);
      expect(answer.body.errors[0].path).toBe('colour');
    }
    const { body } = await ctx.bea.call('GET', '/api/documents?colour=red');
    const known = 'page, limit, cursor, updated_since, search, category, sort';
    expect(body.errors[0].msg).toBe(`Unknown parameter. Known: ${known}`);
  });

  test.each([
    ['requests?status=open,lost', 'status', 'open'],
    ['requests?sort=name', 'sort', '-createdAt'],
    ['violations?sort=name', 'sort', '-due'],
    ['users?sort=created', 'sort', '-login'],
    ['documents?sort=name', 'sort', '-size'],
    ['announcements?sort=name', 'sort', '-status'],
    ['dues?sort=reason', 'sort', '-amount'],
    ['addresses?sort=owner', 'sort', '-address'],
    ['invoices?sort=recipient', 'sort', '-due'],
    ['invoices?sortBy=password', 'sortBy', 'due_date'],
    ['invoices?sortOrder=sideways', 'sortOrder', 'desc'],
    ['invoices?format=xml', 'format', 'csv'],
    ['accounts?filter=rich', 'filter', 'overdue'],
    ['users?role=king', 'role', 'board'],
    ['users?includeDeleted=maybe', 'includeDeleted', 'true'],
  ])('%s is refused with the values that there are', async (path, name, allowed) => {
    const { status, body } = await ctx.bea.call('GET', `/api/${path}`);
    expect([status, body.code, body.errors[0].path]).toEqual([400, 'invalid_input', name]);
    expect(body.errors[0].msg).toMatch(/^Unknown value\. Allowed: /);
    expect(body.errors[0].msg).toContain(allowed);
  });
});

test('[14.8] a path with another method is a 405 with those it has, for whoever calls', async () => {
  const of = (route: string) => route.split(' ') as [string, string];
  for (const { route } of ROUTES) {
    const path = pathOf(route);
    const { status, headers, body } = await call(ctx.app, 'PROPFIND', path);
    expect([route, status, body.code]).toEqual([route, 405, 'method_not_allowed']);
    expect(required(headers.get('Allow')).split(', ')).toContain(of(route)[0]);
  }
  const { headers } = await call(ctx.app, 'PATCH', '/api/requests');
  expect(headers.get('Allow')).toBe('GET, HEAD, POST');
  expect((await call(ctx.app, 'PATCH', '/api/nothing')).status).toBe(404);
});

test('[14.8] a token is told how many calls are left, on answers and on refusals', async () => {
  const where = await createContext({ now: () => new Date('2026-03-02T12:00:18.000Z') });
  const { token } = (await where.sue.call('POST', '/api/tokens', { name: 'x', scopes: [...SCOPES] })).body;
  const left = async (path: string) => {
    const { headers } = await call(where.app, 'GET', path, undefined, token);
    expect(headers.get('RateLimit-Policy')).toBe(`"token";q=${TOKEN_CALLS_PER_MINUTE};w=60`);
    return headers.get('RateLimit');
  };
  expect(await left('/api/requests')).toBe('"token";r=119;t=42');
  expect(await left(`/api/requests/${ctx.rex.id}`)).toBe('"token";r=118;t=42');
  expect(await left('/api/tokens')).toBe('"token";r=117;t=42');
  await where.db.execute("UPDATE rate_limits SET count = 500 WHERE key LIKE 'token:%'");
  const { status, headers } = await call(where.app, 'GET', '/api/requests', undefined, token);
  expect([status, headers.get('RateLimit'), headers.get('Retry-After')]).toEqual([429, '"token";r=0;t=42', '42']);
  expect((await where.sue.call('GET', '/api/requests')).headers.get('RateLimit')).toBeNull();
});

test('[14.8] the document is sent again only when it has changed', async () => {
  const where = await createContext({ assets: async () => new Response('{"openapi":"3.1.0"}') });
  const asked = (tag?: string) =>
    where.app.request('/api/openapi.json', tag ? { headers: { 'If-None-Match': tag } } : {});
  const tag = required((await asked()).headers.get('ETag'));
  const again = await asked(`"other", W/${tag}`);
  expect([again.status, await again.text(), again.headers.get('ETag')]).toEqual([304, '', tag]);
  expect((await asked('"other"')).status).toBe(200);
});
