import { expect, it } from 'vitest';
import { Responses } from './load.ts';

const response = (body: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

it('counts pipelined responses however their bytes are cut', () => {
  const sent = Buffer.from([response('first'), response(''), response('a\r\n\r\nb')].join(''));
  for (let size = 1; size <= sent.length; size += 1) {
    const responses = new Responses();
    let completed = 0;
    for (let at = 0; at < sent.length; at += size)
      completed += responses.completedBy(sent.subarray(at, at + size));
    expect(completed, `in pieces of ${size} bytes`).toBe(3);
  }
});

it('refuses to count a failure', () => {
  const failed = Buffer.from('HTTP/1.1 503 Service Unavailable\r\n\r\n');
  expect(() => new Responses().completedBy(failed)).toThrow('503');
});
