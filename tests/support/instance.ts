import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client/web';
import { afterAll, beforeAll, expect } from 'vitest';
import { WebSocket } from 'ws';
import { databaseTokenOf } from '../../local/data-dir.ts';
import { addHoa } from '../../local/instance/associations.ts';
import { startService } from '../../local/instance/service.ts';
import { readInstance, SETTINGS_FILE, type Settings } from '../../local/instance/settings.ts';
import { freePorts } from '../../local/ports.ts';
import { envText, makeSecrets } from '../../local/secrets.ts';
import type { Answer } from './fixtures.ts';
import { required } from './required.ts';

const PAGE = '<html><head><meta name="porchlight-server" content="" /></head></html>';
export const PASSWORD = 'correct horse battery staple 9';

type Instance = {
  url: string;
  settings: Settings;
  start(version?: string): Promise<void>;
  stop(): Promise<void>;
  tools(): Parameters<typeof addHoa>[0];
  /** A superadmin of a new association, who has chosen a password: what an operator and that person do. */
  superadmin(name: string): Promise<{ token: string; email: string; hoa_id: string }>;
  call(token: string | undefined, method: string, path: string, body?: unknown): Promise<Answer & { headers: Headers }>;
  /** Opens a socket, and resolves once it has said something. */
  socket(token: string): Promise<{ socket: WebSocket; said: string[] }>;
};

/** An instance in a folder of its own, as `porchlight run` runs it, for all tests of a file. `values` are further settings. */
export const instanceForAll = (values: Record<string, string> = {}): Instance => {
  const folder = mkdtempSync(join(tmpdir(), 'porchlight-instance-'));
  const client = join(folder, 'client');
  let running: Awaited<ReturnType<typeof startService>> | undefined;
  const instance = { ...callsOf(() => instance) } as Instance;
  beforeAll(async () => {
    mkdirSync(join(client, 'assets'), { recursive: true });
    writeFileSync(join(client, 'index.html'), PAGE);
    writeFileSync(join(client, '_headers'), '/*');
    writeFileSync(join(client, 'assets', 'a.js'), 'export const a = 1;');
    writeFileSync(join(client, 'assets', 'a.js.br'), 'compressed');
    const port = await freePorts(2);
    writeFileSync(join(folder, SETTINGS_FILE), settingsOf(port, values));
    const settings = readInstance(join(folder, SETTINGS_FILE));
    Object.assign(instance, {
      url: `http://127.0.0.1:${port}`,
      settings,
      start: async (version = '1.0.0') => {
        running = await startService({ settings, client, version, onLog: () => undefined, log: () => undefined });
      },
      stop: async () => {
        await running?.stop();
        running = undefined;
      },
    });
    await instance.start();
  });
  afterAll(async () => {
    await instance.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return instance;
};

const settingsOf = (port: number, values: Record<string, string>): string => {
  const { JWT_SECRET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = makeSecrets();
  return envText({
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    PORT: String(port),
    SUPPORT_EMAIL: 'help@oak.example',
    MAIL_FROM: 'Oak Hollow <mail@oak.example>',
    ...{ JWT_SECRET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY },
    ...values,
  });
};

type Calls = Pick<Instance, 'tools' | 'superadmin' | 'call' | 'socket'>;

const callsOf = (instance: () => Instance): Calls => ({
  tools: () => {
    const { settings } = instance();
    const url = `http://127.0.0.1:${settings.port + 1}`;
    const db = createClient({ url, authToken: required(databaseTokenOf(settings.dataDir)) });
    const s3 = { endpoint: '', region: '', bucket: '', accessKeyId: '', secretAccessKey: '' };
    return { db, now: () => new Date(), settings, s3 };
  },
  superadmin: async (name) => {
    const { call, tools } = instance();
    const email = `${name.replaceAll(' ', '.').toLowerCase()}@oak.example`;
    const said = await addHoa(tools(), { name, email, time_zone: undefined });
    const token = required(/token=(\S+)/.exec(said)?.[1]);
    const activated = await call(undefined, 'POST', '/api/auth/activate', {
      token,
      name: 'Sue Oak',
      password: PASSWORD,
    });
    expect(activated.status).toBe(200);
    return { token: activated.body.token, email, hoa_id: activated.body.user.hoa_id };
  },
  call: async (token, method, path, body) => {
    const { url } = instance();
    const headers = {
      Origin: url,
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    };
    const answer = await fetch(url + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
    };
  },
  socket: (token) => {
    const { url } = instance();
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/realtime?patches=1`, ['porchlight', token], {
      origin: url,
    });
    const said: string[] = [];
    return new Promise((resolve, reject) => {
      socket.on('message', (data) => {
        said.push(String(data));
        resolve({ socket, said });
      });
      socket.on('unexpected-response', (_, { statusCode }) => reject(new Error(`answered ${statusCode}`)));
      socket.on('error', reject);
    });
  },
});
