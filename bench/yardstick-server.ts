import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The yardstick: a bare server that sends the bytes and headers of one finished page to everybody. */
const [file = '', headersJson = '{}'] = process.argv.slice(2);
const body = readFileSync(file);
const headers = { ...(JSON.parse(headersJson) as Record<string, string>), 'content-length': body.length };

const server = createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(body);
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit(0));
