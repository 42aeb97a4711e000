import { uuidv7 } from 'uuidv7';
import { test } from 'vitest';
import type { MutatorName } from '../../sync/mutators.ts';
import { Refusal } from '../../sync/tx.ts';
import type { Deps } from '../../worker/deps.ts';
import type { Route } from '../../worker/rest/route.ts';
import { ROUTES } from '../../worker/rest/routes.ts';
import { Device } from './device.ts';
import { createContext, type Person, type TestContext } from './fixtures.ts';

/** How a mutation ended: done, or refused with the message the user reads. */
type Outcome = { ok: true } | { ok: false; code: string; message: string };

/** One of the two APIs. Every rule must hold through each. */
export type Api = {
  name: 'REST' | 'push';
  act(person: Person, mutation: MutatorName, args: Record<string, unknown>): Promise<Outcome>;
  close(): Promise<void>;
};

type Args = Record<string, unknown>;
type Endpoint = { method: string; path: string; body: Args };

/** The REST call of a mutator, or undefined where none runs it. */
export const endpointOf = (mutation: MutatorName, args: Args): Endpoint | undefined => {
  const runs = ({ mutators, fixed }: Route) =>
    mutators.includes(mutation) && Object.entries(fixed).every(([name, value]) => args[name] === value);
  const found = ROUTES.find(runs);
  if (!found) return undefined;
  const [method = '', path = ''] = found.route.split(' ');
  const body = { ...args, ...NAMED_OTHERWISE[mutation]?.(args) };
  const left = Object.entries(body).filter(([name]) => !found.given.includes(name) && !(name in found.fixed));
  return { method, path: path.replace(':id', String(body[found.into])), body: Object.fromEntries(left) };
};

/** REST has other names for some arguments of these mutators. */
const NAMED_OTHERWISE: Partial<Record<MutatorName, (args: Args) => Args>> = {
  chargeAccount: () => ({ kind: 'charge' }),
  creditAccount: () => ({ kind: 'credit' }),
  recordProxy: () => ({ way: 'paper' }),
  resolveDuplicate: ({ keep }) => ({ resolution: keep }),
  // The payment that stands in the entry's id.
  recordRefund: ({ source_id }) => ({ source_id: String(source_id).split('.')[1] }),
};

const CODES: Record<number, string> = { 400: 'invalid', 403: 'forbidden', 404: 'not_found', 409: 'conflict' };

const rest = (): Api => ({
  name: 'REST',
  act: async (person, mutation, args) => {
    const endpoint = endpointOf(mutation, args) ?? fail(`${mutation} has no endpoint`);
    const { status, body } = await person.call(endpoint.method, endpoint.path, endpoint.body);
    return status < 300 ? { ok: true } : { ok: false, code: CODES[status] ?? String(status), message: body.message };
  },
  close: async () => {},
});

/** Pushes past the device's local rules, as a hostile client would. A device serves one act at a time, and is kept. */
const push = (ctx: TestContext): Api => {
  const idle = new Map<string, Device[]>();
  const idleOf = ({ token }: Person): Device[] => {
    const devices = idle.get(token) ?? [];
    idle.set(token, devices);
    return devices;
  };
  return {
    name: 'push',
    act: async (person, mutation, args) => {
      const device = idleOf(person).pop() ?? (await new Device(ctx, person).sync());
      const before = new Set(device.store.rows('refusal').all.map((refusal) => refusal.id));
      const clientID = `hostile${person.id.slice(-12)}${uuidv7().slice(-12)}`;
      const body = {
        pushVersion: 1,
        clientGroupID: await device.store.replicache.clientGroupID,
        schemaVersion: '1',
        profileID: '',
        mutations: [{ clientID, id: 1, name: mutation, args, timestamp: 0 }],
      };
      const answer = await person.call('POST', '/api/replicache/push', body);
      if (answer.status !== 200) throw new Error(`push answered ${answer.status}`);
      await device.pull();
      const refusal = device.store.rows('refusal').all.find(({ id }) => !before.has(id));
      idleOf(person).push(device);
      return refusal ? { ok: false, code: refusal.code, message: refusal.message } : { ok: true };
    },
    close: async () => {
      for (const device of [...idle.values()].flat()) await device.close();
    },
  };
};

/** One expectation, tested through REST and through a push. */
export const testBothApis = (
  title: string,
  expectation: (api: Api, ctx: TestContext) => Promise<void>,
  over: () => Partial<Deps> = () => ({}),
): void => {
  for (const open of [rest, push]) {
    test(`${title} (${open.name})`, async () => {
      const ctx = await createContext(over());
      const api = open(ctx);
      await expectation(api, ctx).finally(() => api.close());
    });
  }
};

const fail = (message: string): never => {
  throw new Refusal('invalid', message);
};
