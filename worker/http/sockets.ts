import { audiencesOf } from '../../sync/tx.ts';
import type { Caller, SocketGrant } from '../deps.ts';

const SOCKET_HEADER = 'x-porchlight-socket';

export const clientTag = (client: string): string => `client:${client}`;
export const familyTag = (family_id: string): string => `family:${family_id}`;

export const socketGrant = (
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

export const withSocket = (request: Request, socket: SocketGrant): Request => {
  const headers = new Headers(request.headers);
  headers.set(SOCKET_HEADER, JSON.stringify(socket));
  return new Request(request, { headers });
};
export const readSocket = (request: Request): SocketGrant =>
  JSON.parse(request.headers.get(SOCKET_HEADER) ?? '{}') as SocketGrant;
