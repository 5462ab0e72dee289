import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { httpSmsSender } from './sms-sender.ts';

const received: { authorization: string | undefined; body: unknown }[] = [];
let status = 202;
const server = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    received.push({ authorization: request.headers.authorization, body: JSON.parse(text) });
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('{}');
  });
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/sms`;
});
afterAll(() => new Promise((done) => server.close(done)));

it('a code goes to the text message service with number, text and token', async () => {
  await httpSmsSender({ url, token: 'secret' }).send('201001234567', 'Your code is 123456');
  await httpSmsSender({ url }).send('201001234567', 'Hello');
  expect(received).toEqual([
    { authorization: 'Bearer secret', body: { to: '+201001234567', text: 'Your code is 123456' } },
    { authorization: undefined, body: { to: '+201001234567', text: 'Hello' } },
  ]);
});

it('sending fails if the service rejects, redirects or is unreachable', async () => {
  for (const refusal of [302, 400, 500]) {
    status = refusal;
    await expect(httpSmsSender({ url }).send('20', 'x')).rejects.toThrow();
  }
  await expect(httpSmsSender({ url: 'http://127.0.0.1:1/' }).send('20', 'x')).rejects.toThrow();
});
