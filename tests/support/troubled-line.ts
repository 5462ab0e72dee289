import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';

/** How a line treats a connection: forwards it, cuts it, never responds, or responds with garbage. */
export type Trouble = 'none' | 'down' | 'slow' | 'rubbish';

export interface TroubledLine {
  url: string;
  /** Changes the line's behavior; open connections are cut. */
  turn(trouble: Trouble): void;
  close(): Promise<void>;
}

const nonsense = '<!doctype html><title>Welcome to our router</title>';
const rubbish = [
  'HTTP/1.1 200 OK',
  'content-type: text/html',
  `content-length: ${nonsense.length}`,
  'connection: close',
  '',
  nonsense,
].join('\r\n');

/** A TCP proxy that can be disturbed. */
export async function troubledLine(target: string): Promise<TroubledLine> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  const keep = (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => open.delete(socket));
    return socket;
  };
  let now: Trouble = 'none';
  const server = createServer((socket) => {
    keep(socket);
    if (now === 'down') socket.destroy();
    if (now === 'rubbish') socket.once('data', () => socket.end(rubbish));
    if (now !== 'none') return;
    const onward = keep(createConnection({ host: hostname, port: Number(port) }));
    socket.pipe(onward).pipe(socket);
    socket.once('close', () => onward.destroy());
    onward.once('close', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    turn(trouble) {
      now = trouble;
      cut();
    },
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
