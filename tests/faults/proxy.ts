import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The line between two parties: it passes bytes on, unless it is cut, slow, or loses answers. */
export class TcpProxy {
  /** Held back on their way to the server, in milliseconds. */
  delay_ms = 0;
  /** The next answers that get lost on the way back: the server has acted, who asked does not know. */
  loseAnswers = 0;
  url = '';
  /** The port of this machine that it leads to. */
  target = 0;
  #isCut = false;
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((client) => this.#connect(client));
  }

  /** A line on a port of its own, which leads nowhere yet. */
  static async open(): Promise<TcpProxy> {
    const proxy = new TcpProxy();
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    const address = proxy.#server.address();
    proxy.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    return proxy;
  }

  /** Breaks what is under way, and lets nothing through until `mend`. */
  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend(): void {
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
