import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { originReader } from './origin.ts';

function request(headers: Record<string, string>, remoteAddress = '203.0.113.9'): IncomingMessage {
  const message = new IncomingMessage(new Socket());
  Object.defineProperty(message.socket, 'remoteAddress', { value: remoteAddress });
  message.headers = headers;
  return message;
}

const { originOf, addressOf } = originReader({ trustedProxies: '10.0.0.0/8, 192.0.2.7' });

describe('the origin a browser asked at', () => {
  it('M01 is the host of the request when it is local or a store of ours', () => {
    expect(originOf(request({ host: 'duoworks.localhost:3000' }))).toBe('http://duoworks.localhost:3000');
    expect(originOf(request({ host: 'www.duoworks.example' }))).toBe('http://www.duoworks.example');
  });

  it('M01 is the first store for hosts that nobody knows, and for what is no host', () => {
    for (const host of ['evil.example', 'evil.example/path', '', 'a"b', 'x'.repeat(300)]) {
      expect(originOf(request({ host }))).toBe('https://inkthread.example');
    }
  });

  it('believes forwarded headers from configured proxies only', () => {
    const forwarded = {
      host: 'inkthread.example',
      'x-forwarded-host': 'duoworks.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '198.51.100.1, 198.51.100.2',
    };
    expect(originOf(request(forwarded))).toBe('http://inkthread.example');
    expect(addressOf(request(forwarded))).toBe('203.0.113.9');
    expect(originOf(request(forwarded, '::ffff:10.1.2.3'))).toBe('https://duoworks.example');
    expect(addressOf(request(forwarded, '192.0.2.7'))).toBe('198.51.100.2');
  });
});
