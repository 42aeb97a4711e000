import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import type { Server } from '../core/api.ts';
import { serveAuthenticationPage } from './authentication.ts';
import { serveCheckoutPages } from './checkout.ts';
import { serveOnboardingPages } from './onboarding.ts';
import { servePortalPages } from './portal.ts';

export const servePages = (server: Server): void => {
  server.app.get('/', (c) => c.redirect('/_emulate'));
  serveCheckoutPages(server);
  serveOnboardingPages(server);
  servePortalPages(server);
  serveAuthenticationPage(server);
  serveStripeJs(server);
};

const FILES = ['card-fields.ts', 'card-element.ts', 'api.ts', 'stripe-js.ts'];

const serveStripeJs = ({ app }: Server): void => {
  let script: string | undefined;
  for (const path of ['/v3', '/v3/', '/stripe.js', '/endive/stripe.js']) {
    app.get(path, (c) => {
      script ??= FILES.map(compiled).join('');
      // Where the page found the script is where its policy lets it call.
      const api = `const STRIPE_API = ${JSON.stringify(new URL(c.req.url).origin)};`;
      return c.body(`(() => {\n${api}\n${script}\n})();\n`, 200, {
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': 'no-cache',
      });
    });
  }
};

/** One file without its types and without what makes it a module. */
const compiled = (name: string): string =>
  stripTypeScriptTypes(readFileSync(join(import.meta.dirname, '..', 'browser', name), 'utf8'))
    .replace(/^import [^;]*;/gm, '')
    .replace(/^export /gm, '');
