/** The server's word of itself in the page (worker/http/page.ts); none in the development server's page, nor in workers. */
const server = (() => {
  if (typeof document === 'undefined') return {};
  const meta = document.querySelector('meta[name="porchlight-server"]');
  return JSON.parse(meta?.getAttribute('content') || '{}') as Partial<ServerFacts>;
})();

/** `payments` and `signup` are false where whoever runs the server has not set them up. */
type ServerFacts = { support: string; payments: boolean; signup: boolean };

export const SUPPORT_EMAIL: string = server.support ?? import.meta.env.VITE_SUPPORT_EMAIL;
export const HAS_PAYMENTS: boolean = server.payments ?? true;
export const HAS_SIGNUP: boolean = server.signup ?? true;

/** Names the sources that this client was built from. */
export const BUILD: string = import.meta.env.VITE_BUILD ?? 'dev';
