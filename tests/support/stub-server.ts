import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Served {
  /** Origin, without a trailing slash. */
  url: string;
  close(): Promise<void>;
}

/** Serves a stub on a free port; requests that `respond` does not answer hang until the server closes. */
export async function serveRequests(
  respond: (request: IncomingMessage, response: ServerResponse, body: string) => Promise<void> | void,
): Promise<Served> {
  const server = createServer(async (request, response) => {
    try {
      let body = '';
      for await (const chunk of request.setEncoding('utf8')) body += chunk;
      await respond(request, response, body);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Answers with JSON. */
export const sendJson = (response: ServerResponse, status: number, body: unknown) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
