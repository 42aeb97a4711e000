/** The parts of the package that tests use; it has no types of its own. */
declare module 'smtp-server' {
  import type { EventEmitter } from 'node:events';
  import type { Server } from 'node:net';
  import type { Readable } from 'node:stream';

  type Address = { address: string };
  type Session = { envelope: { mailFrom: Address; rcptTo: Address[] } };
  type Done = (error?: Error & { responseCode?: number }) => void;
  type Options = {
    authOptional?: boolean;
    closeTimeout?: number;
    disabledCommands?: string[];
    onAuth?(
      auth: { username: string; password: string },
      session: Session,
      done: (error: Error | null, answer?: { user: string }) => void,
    ): void;
    onRcptTo?(address: Address, session: Session, done: Done): void;
    onData?(stream: Readable, session: Session, done: Done): void;
  };
  export class SMTPServer extends EventEmitter {
    constructor(options: Options);
    server: Server;
    listen(port: number, host: string): Server;
    close(done: () => void): void;
  }
}
