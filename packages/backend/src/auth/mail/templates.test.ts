import { describe, expect, it } from 'vitest';
import { composeMessage, type MessageContent } from './templates.ts';

const content: MessageContent = {
  kind: 'recovery',
  to: 'mona@shop.test',
  code: '012345',
  link: 'https://shop.test/reset?a=1&token_hash=abc',
};

describe('a message', () => {
  it('says the same in text and in HTML', () => {
    const { html, text } = composeMessage(content, { name: 'Ink' });
    for (const part of ['012345', '1 hour', 'Choose a new password']) {
      expect(html).toContain(part);
      expect(text).toContain(part);
    }
    expect(html).toContain('href="https://shop.test/reset?a=1&amp;token_hash=abc"');
    expect(text).toContain('https://shop.test/reset?a=1&token_hash=abc');
  });

  it('takes no colour and no picture that is not one', () => {
    const { html } = composeMessage(content, { name: 'Ink', color: 'red;}', logo: 'javascript:alert(1)' });
    expect(html).not.toContain('red;}');
    expect(html).not.toContain('javascript:');
    expect(html).not.toContain('<img');
  });

  it('without a link asks for the code alone', () => {
    const { html, text } = composeMessage(
      { ...content, kind: 'reauthentication', link: undefined },
      { name: 'Ink' },
    );
    expect(html).not.toContain('<a ');
    expect(text).toContain('Your code: 012345');
  });

  it('has a subject of one line', () => {
    expect(composeMessage(content, { name: 'A\r\nBcc: b@evil.test' }).subject).toBe(
      'Reset your A Bcc: b@evil.test password',
    );
  });
});
