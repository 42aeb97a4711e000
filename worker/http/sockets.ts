import { audiencesOf } from '../../sync/tx.ts';
import type { Caller, SocketGrant } from '../deps.ts';

/** Under this the hub is told of a new socket. */
const SOCKET_HEADER = 'x-porchlight-socket';

export const clientTag = (client: string): string => `client:${client}`;
export const familyTag = (family_id: string): string => `family:${family_id}`;

/** What a caller's socket hears of: their audiences, their client group, and the end of their sign-in. */
export const socketOf = (
  { actor, family_id, expires_at }: Caller,
  { group, client }: { group?: string | undefined; client?: string | undefined },
): SocketGrant => ({
  hoa_id: actor.hoa_id,
  tags: [
    ...audiencesOf(actor),
    familyTag(family_id),
    ...(group ? [group] : []),
    ...(client ? [clientTag(client)] : []),
  ],
  expires_at,
});

/** The request for a socket as the hub reads it. */
export const withSocket = (request: Request, socket: SocketGrant): Request => {
  const headers = new Headers(request.headers);
  headers.set(SOCKET_HEADER, JSON.stringify(socket));
  return new Request(request, { headers });
};
export const readSocket = (request: Request): SocketGrant =>
  JSON.parse(request.headers.get(SOCKET_HEADER) ?? '{}') as SocketGrant;
