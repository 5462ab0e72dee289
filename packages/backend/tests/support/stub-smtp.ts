import { createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export interface StubSmtp {
  port: number;
  /** The received commands: four letters, in capitals. */
  heard: readonly string[];
  /** Received messages, except those whose link was taken. */
  received: readonly Received[];
  /** Waits for the newest message to an address with a link, and takes it. @returns the link */
  linkFor(address: string): Promise<URL>;
  close(): Promise<void>;
}

interface Received {
  to: string;
  /** The address that the server was told as the sender. */
  from: string;
  /** As received. */
  source: string;
  /** With quoted-printable decoded. */
  text: string;
}

const TIMEOUT_MS = 60_000;

/**
 * A local mail server that accepts any password, without TLS, and every message.
 * @param refused a sender that it doesn't accept
 */
export async function startStubSmtp(refused?: string): Promise<StubSmtp> {
  const received: Received[] = [];
  const heard: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    converse(socket, heard, refused, (message) => received.push(message));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    heard,
    received,
    async linkFor(to) {
      const deadline = Date.now() + TIMEOUT_MS;
      for (;;) {
        const index = received.findLastIndex((message) => message.to === to.toLowerCase());
        const link = /https?:\/\/\S+token_hash=\S+/.exec(received[index]?.text ?? '')?.[0];
        if (link) {
          received.splice(index, 1);
          return new URL(link);
        }
        if (Date.now() > deadline) throw new Error(`No message with a link came for ${to}`);
        await wait(50);
      }
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

function converse(
  socket: Socket,
  heard: string[],
  refused: string | undefined,
  keep: (message: Received) => void,
): void {
  let buffer = '';
  let from = '';
  let to = '';
  let isData = false;
  const say = (line: string) => socket.write(`${line}\r\n`);
  const hear = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase();
    heard.push(verb);
    if (verb === 'EHLO') return say('250-stub\r\n250 AUTH PLAIN');
    if (verb === 'STAR') return say('502 not here');
    if (verb === 'AUTH') return say('235 welcome');
    if (verb === 'MAIL') {
      from = /<([^>]*)>/.exec(line)?.[1] ?? '';
      if (from === refused) return say(`550 5.7.1 ${from} is not yours`);
    }
    if (verb === 'RCPT') to = /<([^>]+)>/.exec(line)?.[1]?.toLowerCase() ?? '';
    if (verb === 'DATA') {
      isData = true;
      return say('354 go on');
    }
    if (verb === 'QUIT') {
      say('221 bye');
      return socket.end();
    }
    return say('250 ok');
  };
  say('220 stub');
  socket.on('error', () => socket.destroy());
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    buffer += chunk;
    for (;;) {
      const end = buffer.indexOf(isData ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const piece = buffer.slice(0, end);
      buffer = buffer.slice(end + (isData ? 5 : 2));
      if (isData) {
        isData = false;
        keep({ to, from, source: piece, text: readable(piece) });
        say('250 taken');
      } else hear(piece);
    }
  });
}

/** Decodes quoted-printable, as far as links need it. */
function readable(source: string): string {
  return source
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
