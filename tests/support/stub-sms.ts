import { createServer } from 'node:http';
import { z } from 'zod';

export interface StubSms {
  url: string;
  /** What was sent to a number (`+` and digits), oldest first. */
  sentTo(number: string): string[];
  close(): Promise<void>;
}

const Sms = z.object({ to: z.string(), text: z.string() });

/** A text message service on this machine that takes every message and keeps it. */
export async function startStubSms(): Promise<StubSms> {
  const sent: z.output<typeof Sms>[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      sent.push(Sms.parse(JSON.parse(body)));
      response.writeHead(202).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`,
    sentTo: (number) => sent.filter(({ to }) => to === number).map(({ text }) => text),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
