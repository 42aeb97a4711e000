import type { Context } from 'hono';
import type { Config, Env } from '../deps.ts';
import { HttpError } from './errors.ts';
import { FILE_HEADERS, pageHeaders } from './headers.ts';

/** A path with an extension is a built file, which the assets binding would have served if it existed. */
const BUILT_FILE = /^\/assets\/|\.\w+$/;
const PAGE_PATH = '/index.html';

export const appPage = async (c: Context<Env>): Promise<Response> => {
  const { assets, config } = c.var.deps;
  const { path } = c.req;
  const response =
    assets && (path === PAGE_PATH || !BUILT_FILE.test(path)) ? await assets(pageRequest(c.req.raw)) : undefined;
  if (!response || response.status === 404)
    return c.text('Not found', 404, { ...FILE_HEADERS, 'Cache-Control': 'no-store' });
  const page = new Response(
    (await response.text()).replace(FACTS, () => factsIn(config)),
    response,
  );
  page.headers.delete('Content-Length');
  page.headers.delete('ETag');
  for (const [name, value] of Object.entries(pageHeaders(config))) page.headers.set(name, value);
  return page;
};

/** Facts of the server that screens need before they ask it (client/config.ts). */
const FACTS = '<meta name="porchlight-server" content=""';
const factsIn = ({ supportEmail, stripe, isSignupClosed = false }: Config): string => {
  const facts = { support: supportEmail, payments: !stripe.isOff, signup: !isSignupClosed };
  const text = JSON.stringify(facts).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<meta name="porchlight-server" content="${text}"`;
};

const pageRequest = (request: Request) => new Request(new URL(PAGE_PATH, request.url), { headers: request.headers });

/** Written by the build (vite.config.ts), since it takes longer to make than to read. */
const OPENAPI_PATH = '/openapi.json';

export const openApiFile = async (c: Context<Env>): Promise<Response> => {
  const file = await c.var.deps.assets?.(new Request(new URL(OPENAPI_PATH, c.req.url)));
  if (!file?.ok) throw new HttpError(404, 'The document is made by the build');
  const body = await file.arrayBuffer();
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', body)).toString('base64url');
  const headers = { ETag: `"${hash}"`, 'Cache-Control': 'no-cache' };
  const held = (c.req.header('If-None-Match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (held.includes(headers.ETag) || held.includes('*')) return new Response(null, { status: 304, headers });
  return new Response(body, { headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8' } });
};
