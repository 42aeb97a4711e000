import { app } from '../app.ts';
import type { Deps, SocketGrant } from '../deps.ts';

/** Answers a call that came over a socket as if it had come over HTTP. */
export const answerCall = async (
  deps: Deps,
  path: string,
  body: unknown,
  { claims, device = null }: SocketGrant,
): Promise<Response> => {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  return app.fetch(new Request(`${deps.config.publicUrl}${path}`, init), {
    deps: { ...deps, origin: { device, sign_in: null, actor: null } },
    claims,
  });
};
