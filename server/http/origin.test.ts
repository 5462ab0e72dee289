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

const trustedProxies = '10.0.0.0/8, 192.0.2.7';
const { hostOf, originOf, pageOf, addressOf } = originReader({ trustedProxies });
const behindOne = originReader({ trustedProxies, ownOrigin: 'https://shop.example' });

describe('the requested host', () => {
  it('is returned whether known or not', () => {
    expect(hostOf(request({ host: 'DuoWorks.localhost:3000' }))).toBe('duoworks.localhost:3000');
    expect(hostOf(request({ host: '192.168.1.5:3000' }))).toBe('192.168.1.5:3000');
  });

  it('is empty for an invalid host', () => {
    for (const host of ['evil.example/path', '', 'a"b', 'x'.repeat(300)])
      expect(hostOf(request({ host }))).toBe('');
  });
});

describe('the origin of a store', () => {
  it('is the request’s host if it is local or one of our stores', () => {
    const local = request({ host: 'duoworks.localhost:3000' });
    expect(originOf(local, 'duoworks')).toBe('http://duoworks.localhost:3000');
    expect(originOf(request({ host: 'www.duoworks.example' }), 'duoworks')).toBe(
      'http://www.duoworks.example',
    );
  });

  it('is the store’s domain for unknown hosts', () => {
    for (const host of ['evil.example', '192.168.1.5', 'evil.example/path', ''])
      expect(originOf(request({ host }), 'duoworks')).toBe('https://duoworks.example');
  });

  it('is the shared origin if there is one', () => {
    expect(behindOne.originOf(request({ host: 'shop.example' }), 'duoworks')).toBe('https://shop.example');
    expect(behindOne.originOf(request({ host: 'duoworks.example' }), 'duoworks')).toBe(
      'http://duoworks.example',
    );
  });

  it('a return URL names the store if the host does not', () => {
    const path = '/order-confirmation?order=7';
    expect(pageOf(request({ host: 'duoworks.example' }), 'duoworks', path)).toBe(
      'http://duoworks.example/order-confirmation?order=7',
    );
    expect(behindOne.pageOf(request({ host: 'shop.example' }), 'duoworks', path)).toBe(
      'https://shop.example/order-confirmation?order=7&tenant=duoworks',
    );
    expect(pageOf(request({ host: 'localhost:3000' }), 'duoworks', path)).toBe(
      'http://localhost:3000/order-confirmation?order=7&tenant=duoworks',
    );
    expect(pageOf(request({ host: 'shop.example' }), 'duoworks', path)).toBe(
      'https://duoworks.example/order-confirmation?order=7',
    );
  });

  it('a return URL keeps the machine’s network address for a client that used it, and no other address', () => {
    const arrived = (host: string, localAddress: string, localPort = 3000) => {
      const message = request({ host });
      Object.defineProperty(message.socket, 'localAddress', { value: localAddress });
      Object.defineProperty(message.socket, 'localPort', { value: localPort });
      return message;
    };
    const back = (message: IncomingMessage, reader = { pageOf }) =>
      reader.pageOf(message, 'duoworks', '/cart');
    const ownPage = 'https://duoworks.example/cart';
    const here = arrived('192.168.1.5:3000', '::ffff:192.168.1.5');
    expect(back(here)).toBe('http://192.168.1.5:3000/cart?tenant=duoworks');
    expect(back(arrived('192.168.1.5', '192.168.1.5', 80))).toBe('http://192.168.1.5/cart?tenant=duoworks');
    expect(back(arrived('[fd00::5]:3000', 'fd00::5'))).toBe('http://[fd00::5]:3000/cart?tenant=duoworks');
    for (const host of ['192.168.1.6:3000', '192.168.1.5:3001', '192.168.1.5', 'evil.example:3000'])
      expect([host, back(arrived(host, '192.168.1.5'))]).toEqual([host, ownPage]);
    expect(back(here, originReader({ trustedProxies, strictHosts: true }))).toBe(ownPage);
    expect(originOf(here, 'duoworks')).toBe('https://duoworks.example');
  });

  it('trusts forwarded headers from configured proxies only', () => {
    const forwarded = {
      host: 'inkthread.example',
      'x-forwarded-host': 'duoworks.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '198.51.100.1, 198.51.100.2',
    };
    expect(originOf(request(forwarded), 'inkthread')).toBe('http://inkthread.example');
    expect(addressOf(request(forwarded))).toBe('203.0.113.9');
    expect(originOf(request(forwarded, '::ffff:10.1.2.3'), 'duoworks')).toBe('https://duoworks.example');
    expect(addressOf(request(forwarded, '192.0.2.7'))).toBe('198.51.100.2');
  });
});
