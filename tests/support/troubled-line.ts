import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';

/** What a line does with a connection: pass it on, cut it, never answer, or answer something that makes no sense. */
export type Trouble = 'none' | 'down' | 'slow' | 'rubbish';

export interface TroubledLine {
  url: string;
  /** Lets the line do something else from now on; connections that are open are cut. */
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

/** A line to a server that can be disturbed. */
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
