import type { Context } from 'hono';
import type { Env } from '../deps.ts';
import { FILE_HEADERS, pageHeaders } from './headers.ts';

/** A path with an extension is a built file; the assets binding would have answered if it existed. */
const FILE = /^\/assets\/|\.\w+$/;
const PAGE = '/index.html';

export const appPage = async (c: Context<Env>): Promise<Response> => {
  const { assets, config } = c.var.deps;
  const { path } = c.req;
  const found = assets && (path === PAGE || !FILE.test(path)) ? await assets(pageOf(c.req.raw)) : undefined;
  if (!found || found.status === 404) return c.text('Not found', 404, { ...FILE_HEADERS, 'Cache-Control': 'no-store' });
  const page = new Response(found.body, found);
  for (const [name, value] of Object.entries(pageHeaders(config))) page.headers.set(name, value);
  return page;
};

const pageOf = (request: Request) => new Request(new URL(PAGE, request.url), { headers: request.headers });
