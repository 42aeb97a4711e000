import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { listening } from '../support/listening.ts';

/** A TCP proxy that can be cut, be slow, or lose answers. */
export class TcpProxy {
  /** Delay of each request, in milliseconds. */
  delay_ms = 0;
  /** How many of the next answers are dropped after the server has acted. */
  loseAnswers = 0;
  url = '';
  /** The local port that it forwards to. */
  target = 0;
  #isCut = false;
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((client) => this.#connect(client));
  }

  /** Listens on a free port; `target` is still to be set. */
  static async open(): Promise<TcpProxy> {
    const proxy = new TcpProxy();
    proxy.url = `http://127.0.0.1:${await listening(proxy.#server)}`;
    return proxy;
  }

  /** Breaks open connections and refuses new ones until `restore`. */
  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  restore(): void {
    this.#isCut = false;
    this.delay_ms = 0;
    this.loseAnswers = 0;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #connect(client: Socket): void {
    if (this.#isCut) return void client.destroy();
    const server = createConnection({ host: '127.0.0.1', port: this.target });
    const end = () => {
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on('error', end).on('close', () => {
        this.#sockets.delete(socket);
        end();
      });
    }
    let sent: Promise<unknown> = Promise.resolve();
    client.on('data', (bytes) => {
      const wait = this.delay_ms;
      sent = sent.then(async () => {
        if (wait > 0) await sleep(wait);
        if (server.writable) server.write(bytes);
      });
    });
    server.on('data', (bytes) => {
      if (this.loseAnswers === 0) return void client.write(bytes);
      this.loseAnswers -= 1;
      end();
    });
  }
}
