import { createHash } from 'node:crypto';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** RFC 6455, section 1.3, has it. */
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const TEXT_FRAME = 0x81;

/** Accepts WebSockets, of which nothing is read. Returns a function that sends "poke" to all. */
export const acceptPokes = (server: Server): (() => void) => {
  const sockets = new Set<Duplex>();
  server.on('upgrade', ({ headers }, socket) => {
    const accept = createHash('sha1').update(`${headers['sec-websocket-key']}${GUID}`).digest('base64');
    const lines = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'];
    socket.write(`${lines.join('\r\n')}\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`);
    sockets.add(socket);
    socket.on('data', () => undefined);
    socket.on('error', () => socket.destroy());
    // A close frame, too, ends here: the other side then closes the connection.
    socket.on('end', () => socket.end());
    socket.on('close', () => sockets.delete(socket));
  });
  const message = Buffer.from('poke');
  const frame = Buffer.concat([Buffer.from([TEXT_FRAME, message.length]), message]);
  return () => {
    for (const socket of sockets) socket.write(frame);
  };
};
