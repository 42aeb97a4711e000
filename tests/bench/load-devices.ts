import type { Client } from '@libsql/client/web';
import { uuidv7 } from 'uuidv7';
import { WebSocket } from 'ws';
import { batch } from '../../sync/server/retry.ts';
import { insertHoa, insertUser, newUser } from '../support/cast.ts';
import { nth } from '../support/required.ts';
import { type Send, SyncClient, senderWithToken, tokenOf } from './caller.ts';
import type { LoadServer } from './load-server.ts';

/** One person's device: it holds a socket, pushes requests, and notes when those of its HOA reach it. */
export type Device = {
  hoa_id: string;
  /** Its request, whose status it changes. */
  id: string;
  push(): Promise<void>;
  pull(): Promise<void>;
  /** Calls `hear` with each message. */
  onPoke(hear: (message: string) => void): void;
  close(): void;
};

/** Makes HOAs with a board member for each device, spread evenly: each hears of what the others of its HOA change. */
export const makeDevices = async (server: LoadServer, count: number, hoas: number): Promise<Device[]> => {
  const ids = Array.from({ length: Math.min(hoas, count) }, () => uuidv7());
  for (const id of ids) await batch(server.db, insertHoa(id, 'Load'), 'write');
  const devices: Device[] = [];
  for (let at = 0; at < count; at += 1) {
    devices.push(await makeDevice(server, nth(ids, at % ids.length), `Person ${at}`));
  }
  return devices;
};

const makeDevice = async (server: LoadServer, hoa_id: string, name: string): Promise<Device> => {
  const person = newUser(hoa_id, name, 'board');
  await batch(server.db, insertUser(person, 'active'), 'write');
  const user = { ...person, account_ids: [] } as unknown as Parameters<typeof tokenOf>[2];
  const stack = { urls: { app: server.url }, secrets: { JWT_SECRET: server.jwtSecret } } as Parameters<
    typeof tokenOf
  >[1];
  const token = await tokenOf(server.db as unknown as Client, stack, user);
  const send: Send = senderWithToken(token, server.url);
  const client = new SyncClient();
  await client.pullAll(send);
  const query = `?patches=1&group=${client.group}`;
  const address = `${server.url.replace('http', 'ws')}/api/realtime${query}`;
  const socket = new WebSocket(address, ['porchlight', token], { origin: server.url });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const id = uuidv7();
  await client.push(send, 'createRequest', { id, title: 'Lamp', description: '<p>Out.</p>', category: 'Other' });
  let changes = 0;
  return {
    hoa_id,
    id,
    push: async () => {
      changes += 1;
      await client.push(send, 'updateRequest', { id, status: changes % 2 ? 'in_progress' : 'open' });
    },
    pull: async () => {
      await client.pull(send);
    },
    onPoke: (hear) => void socket.on('message', (data) => hear(String(data))),
    close: () => socket.close(),
  };
};
