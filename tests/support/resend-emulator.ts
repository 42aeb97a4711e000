import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import { nth } from './required.ts';

type Mail = { to: string[]; subject: string; html: string; text: string; headers: Record<string, string> };
/** One call of the provider: its idempotency key, and the addresses in it. */
type Call = { key: string; to: string[] };
/** The provider's way with a call: it takes it, takes it but the answer is lost, or refuses it. */
type Behaviour =
  | 'accept'
  | 'lose'
  | { status: number; name?: string; message: string; headers?: Record<string, string> };

/** A Resend that fails as it is told to, with Resend's words. What a key has sent it never sends again. */
export class ResendEmulator {
  /** Every call that came in, and every mail that went out. */
  calls: Call[] = [];
  sent: (Mail & { key: string })[] = [];
  /** Addresses that Resend calls invalid. In permissive mode it names them, else it refuses their whole batch. */
  invalid = new Set<string>();
  permissive = false;
  behave: (call: Call) => Behaviour = () => 'accept';
  readonly #ids = new Map<string, { body: string; answer: object }>();
  #server: Server | undefined;
  #port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Starts to answer, at the same address as before. */
  async open(): Promise<this> {
    this.#server = createServer((request, response) => {
      let body = '';
      request.on('data', (piece) => {
        body += piece;
      });
      request.on('end', () => {
        const verdict = this.#take(String(request.headers['idempotency-key']), body);
        if (verdict === 'lose') return void request.socket.destroy();
        const { status, headers, ...rest } = verdict;
        response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
        response.end(JSON.stringify(status === 200 ? rest : { statusCode: status, ...rest }));
      });
    });
    await new Promise<void>((done) => this.#server?.listen(this.#port, '127.0.0.1', done));
    this.#port = (this.#server.address() as AddressInfo).port;
    return this;
  }

  /** Refuses connections from now on. */
  async close(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((done) => this.#server?.close(done));
  }

  /** How often each address got a mail. */
  received(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const mail of this.sent) counts[nth(mail.to, 0)] = (counts[nth(mail.to, 0)] ?? 0) + 1;
    return counts;
  }

  #take(key: string, body: string): 'lose' | { status: number; headers?: Record<string, string> } {
    const mails = (JSON.parse(body) as Mail[]).map((mail) => ({ ...mail, to: [mail.to].flat() }));
    const call = { key, to: mails.flatMap(({ to }) => to) };
    this.calls.push(call);
    const verdict = this.behave(call);
    if (typeof verdict === 'object') return { name: 'application_error', ...verdict };
    const known = this.#ids.get(key);
    if (known && known.body !== body)
      return { status: 409, ...error('invalid_idempotent_request', 'Same idempotency key used with another payload') };
    const answer = known?.answer ?? this.#deliver(key, mails);
    if (!('data' in answer)) return { status: 422, ...answer };
    this.#ids.set(key, { body, answer });
    return verdict === 'lose' ? 'lose' : { status: 200, ...answer };
  }

  #deliver(key: string, mails: Mail[]): object {
    const errors = mails.flatMap(({ to }, index) =>
      this.invalid.has(nth(to, 0)) ? [{ index, message: `Invalid \`to\` field: ${to[0]}` }] : [],
    );
    if (errors.length > 0 && !this.permissive) return error('validation_error', nth(errors, 0).message);
    const good = mails.filter(({ to }) => !this.invalid.has(nth(to, 0)));
    this.sent.push(...good.map((mail) => ({ ...mail, key })));
    return { data: good.map((_, at) => ({ id: `${key}/${at}` })), errors };
  }
}

/** One emulator for all tests of the file. */
export const resendForAll = (): ResendEmulator => {
  const resend = new ResendEmulator();
  beforeAll(async () => void (await resend.open()));
  afterAll(() => resend.close());
  return resend;
};

const error = (name: string, message: string) => ({ name, message });
