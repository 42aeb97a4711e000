import type { App, HttpContext, Server } from '../core/api.ts';
import { StripeError } from '../core/errors.ts';
import { html } from './html.ts';
import { layout } from './layout.ts';

export type Page = { status?: number; document: string } | { to: string };
type Visit = { id: string; form: Record<string, string>; c: HttpContext };

/** A hosted page at `path`, which may hold `:id`. Changes are stored and webhooks sent before it answers. */
export const hosted = (
  { app, ctx }: Server,
  method: 'GET' | 'POST',
  path: string,
  show: (visit: Visit) => Page,
): void => {
  (app as App).on(method, path, async (c) => {
    const form = method === 'POST' ? Object.fromEntries(new URLSearchParams(await c.req.text())) : {};
    const page = attempt(() => show({ id: c.req.param('id'), form, c }));
    ctx.store.flush();
    ctx.webhooks.wake();
    if ('to' in page) return c.redirect(page.to, 303);
    return c.html(page.document, page.status ?? 200, { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
  });
};

const attempt = (show: () => Page): Page => {
  try {
    return show();
  } catch (error) {
    if (error instanceof StripeError)
      return { status: 404, document: notice('Page not found', 'This address leads nowhere.') };
    throw error;
  }
};

/** A page that only says something, and where to go from it. */
export const notice = (title: string, text: string, back?: string | null): string =>
  layout(
    title,
    html`<div class="card"><h1>${title}</h1><p>${text}</p>${back ? html`<a href="${back}">Back</a>` : ''}</div>`,
  );
