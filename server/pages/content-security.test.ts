import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy, inlineScriptHashes } from './content-security.ts';

const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

describe('the content security policy of a page', () => {
  it('lists each inline script’s hash once', () => {
    const page = Buffer.from('<script>a()</script><script type="module">b()</script><script>a()</script>');
    expect(inlineScriptHashes(page)).toEqual([hash('a()'), hash('b()')]);
  });

  it('skips external scripts and data blocks', () => {
    const page = Buffer.from(
      '<script src="/x.js"></script><script type="application/ld+json">{"a":1}</script>',
    );
    expect(inlineScriptHashes(page)).toEqual([]);
  });

  it('hashes scripts with text in any language', () => {
    expect(inlineScriptHashes(Buffer.from('<p>قميص</p><script>say("قميص")</script>'))).toEqual([
      hash('say("قميص")'),
    ]);
  });

  it('allows no unhashed inline script, no framing and no plugin', () => {
    const policy = contentSecurityPolicy(Buffer.from('<script>a()</script>'), {});
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1];
    expect(scripts).toBe(`'self' ${hash('a()')}`);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("object-src 'none'");
  });

  it('lets WebAssembly run where barcodes are scanned, and JavaScript from strings nowhere', () => {
    const policy = contentSecurityPolicy(Buffer.alloc(0), { scans: true });
    expect(/script-src ([^;]*)/.exec(policy)?.[1]).toBe("'self' 'wasm-unsafe-eval'");
  });

  it('lets the contact page reach its email provider, and nothing without one', () => {
    const reached = (mailOrigin: string) =>
      /connect-src ([^;]*)/.exec(contentSecurityPolicy(Buffer.alloc(0), { mailOrigin }))?.[1];
    expect(reached('https://mail.example')).toBe("'self' https://mail.example");
    expect(reached('')).toBe("'self'");
  });

  it('lets a page reach a backend on another host, by requests and sockets', () => {
    const policy = contentSecurityPolicy(Buffer.alloc(0), { backendUrl: 'https://project.example' });
    expect(/connect-src ([^;]*)/.exec(policy)?.[1]).toContain(
      'https://project.example wss://project.example',
    );
  });
});
