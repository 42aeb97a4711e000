import type { Client } from '@libsql/client';
import { uuidv7 } from 'uuidv7';
import type { Stack } from '../../local/stack.ts';
import type { User } from '../../schema/tables/users.ts';
import type { MutatorName } from '../../sync/mutators.ts';
import type { PullAnswer, PullCookie } from '../../sync/protocol.ts';
import { signAccess } from '../../worker/auth/access.ts';
import { openFamily } from '../../worker/auth/refresh.ts';
import type { Deps } from '../../worker/deps.ts';

/** Sends one JSON body and gives the answer's JSON. Throws unless it is 200. */
export type Send = (path: string, body: unknown) => Promise<unknown>;

export const tokenOf = async (db: Client, { urls, secrets }: Stack, user: User): Promise<string> => {
  const config = { jwtSecret: secrets.JWT_SECRET, publicUrl: urls.app };
  // Signing in asks for no more of the dependencies than these.
  const deps = { db, now: () => new Date(), config } as unknown as Deps;
  return signAccess(deps, user, await openFamily(deps, user));
};

export const senderWithToken =
  (token: string, url: string, send: (url: string, init: RequestInit) => Response | Promise<Response> = fetch): Send =>
  async (path, body) => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
    const answer = await send(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`);
    return answer.json();
  };

/** A client group that sends the requests that Replicache would send. */
export class SyncClient {
  readonly group = uuidv7();
  readonly #client = uuidv7();
  #cookie: PullCookie | null = null;
  #mutations = 0;

  async pull(send: Send): Promise<PullAnswer> {
    const body = { pullVersion: 1, clientGroupID: this.group, profileID: '', schemaVersion: '1', cookie: this.#cookie };
    const answer = (await send('/api/replicache/pull', body)) as PullAnswer;
    this.#cookie = answer.cookie;
    return answer;
  }

  /** Pulls until there is no more. Returns the operations received. */
  async pullAll(send: Send): Promise<number> {
    let received = 0;
    for (;;) {
      const { patch, cookie } = await this.pull(send);
      received += patch.length;
      if (!cookie.more) return received;
    }
  }

  push(send: Send, name: MutatorName, args: object): Promise<unknown> {
    return this.#push(send, name, [args]);
  }

  /** Changes of one kind, so many to a push, one push after the other. */
  async pushAll(send: Send, name: MutatorName, all: readonly object[], changes_a_push: number): Promise<void> {
    for (const part of inParts(all, changes_a_push)) await this.#push(send, name, part);
  }

  #push(send: Send, name: MutatorName, all: readonly object[]): Promise<unknown> {
    const mutations = all.map((args) => {
      this.#mutations += 1;
      return { clientID: this.#client, id: this.#mutations, name, args, timestamp: 0 };
    });
    const body = { pushVersion: 1, clientGroupID: this.group, profileID: '', schemaVersion: '1', mutations };
    return send('/api/replicache/push', body);
  }
}

export const inParts = <Item>(all: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
