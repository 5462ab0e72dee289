import { z } from 'zod';
import { serveRequests } from './stub-server.ts';

export interface StubSms {
  url: string;
  /** Messages to a number (`+` and digits), oldest first. */
  sentTo(number: string): string[];
  close(): Promise<void>;
}

const Sms = z.object({ to: z.string(), text: z.string() });

/** A local text message service that accepts and records every message. */
export async function startStubSms(): Promise<StubSms> {
  const sent: z.output<typeof Sms>[] = [];
  const { url, close } = await serveRequests((_request, response, body) => {
    sent.push(Sms.parse(JSON.parse(body)));
    response.writeHead(202).end();
  });
  return {
    url: `${url}/`,
    sentTo: (number) => sent.filter(({ to }) => to === number).map(({ text }) => text),
    close,
  };
}
