import { setTimeout as sleep } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import { expect } from 'vitest';
import { REQUEST_STATUSES, type RequestStatus } from '../../../schema/requests.ts';
import { SCHEMA_VERSION } from '../../../schema/sync.ts';
import { nth } from '../../support/required.ts';
import type { ApiCall } from './server.ts';

type Doc = { _id: string; status: RequestStatus; history: { action: string }[]; comments: { message: string }[] };

/**
 * A client that pushes in a loop, each time a message and a change of status on a request of its own, and repeats a push
 * until it is accepted. Both mutations show how often they were applied.
 */
export class PushLoop {
  accepted = 0;
  readonly #voice: ApiCall;
  readonly #doc: Doc;
  readonly #id = uuidv7();
  #stopped = false;

  constructor(voice: ApiCall, doc: Doc) {
    this.#voice = voice;
    this.#doc = doc;
  }

  /** Resolves after `stop`, once the current push is accepted. */
  async run(): Promise<void> {
    while (!this.#stopped) {
      const body = this.#body(this.accepted + 1);
      while (!(await this.#isAccepted(body))) await sleep(50);
      this.accepted += 1;
    }
  }

  stop(): void {
    this.#stopped = true;
  }

  /** The server holds every accepted change once and in order. */
  async expectOnce(): Promise<void> {
    const { body } = await this.#voice('GET', `/api/requests/${this.#doc._id}`);
    const { comments, history, status } = body as Doc;
    const mine = comments.map(({ message }) => message).filter((message) => message.includes(this.#id));
    const numbers = Array.from({ length: this.accepted }, (_, index) => index + 1);
    expect(mine).toEqual(numbers.map((number) => this.#message(number)));
    expect(history).toHaveLength(this.#doc.history.length + this.accepted);
    expect(status).toBe(this.#status(this.accepted));
  }

  async #isAccepted(body: unknown): Promise<boolean> {
    const answer = await this.#voice('POST', '/api/replicache/push', body).catch(() => undefined);
    return answer?.status === 200;
  }

  #body(number: number) {
    const { _id } = this.#doc;
    const message = { id: uuidv7(), request_id: _id, message: this.#message(number) };
    return {
      pushVersion: 1,
      clientGroupID: `group-${this.#id}`,
      profileID: '',
      schemaVersion: SCHEMA_VERSION,
      mutations: [
        { clientID: this.#id, id: 2 * number - 1, name: 'addRequestComment', args: message, timestamp: 0 },
        {
          clientID: this.#id,
          id: 2 * number,
          name: 'updateRequest',
          args: { id: _id, status: this.#status(number) },
          timestamp: 0,
        },
      ],
    };
  }

  #message(number: number): string {
    return `<p>${this.#id} ${number}</p>`;
  }

  /** A different one each time, so that each change adds a line to the history. */
  #status(number: number): RequestStatus {
    const first = REQUEST_STATUSES.indexOf(this.#doc.status);
    return nth(REQUEST_STATUSES, (first + number) % REQUEST_STATUSES.length);
  }
}
