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

  it('rejects an invalid color or picture', () => {
    const { html } = composeMessage(content, { name: 'Ink', color: 'red;}', logo: 'javascript:alert(1)' });
    expect(html).not.toContain('red;}');
    expect(html).not.toContain('javascript:');
    expect(html).not.toContain('<img');
  });

  it('without a link asks only for the code', () => {
    const { html, text } = composeMessage(
      { ...content, kind: 'reauthentication', link: undefined },
      { name: 'Ink' },
    );
    expect(html).not.toContain('<a ');
    expect(text).toContain('Your code: 012345');
  });

  it('uses an app’s texts in another language and direction', () => {
    const words = { subject: () => 'Ş', lead: () => 'L', button: 'B', ignore: 'I' };
    const { html, text, subject } = composeMessage(content, {
      name: 'Ink',
      texts: {
        language: 'ar',
        direction: 'rtl',
        messages: {
          ...{ signup: words, taken: words, recovery: words, magiclink: words, email_change: words },
          ...{ email_change_current: words, reauthentication: words },
        },
        orCode: 'O',
        yourCode: 'Y',
        lifetime: { link: '1', code: '2', both: '3' },
      },
    });
    expect(subject).toBe('Ş');
    expect(html).toContain('<html lang="ar" dir="rtl">');
    // Gmail drops attributes of `html` and `body`.
    expect(html).toMatch(/<body[^>]*>\s*<div lang="ar" dir="rtl"/);
    expect(text.trim().split('\n\n')).toEqual(['L', `B: ${content.link}`, 'O: 012345', '3', 'I', 'Ink']);
  });

  it.each(['signup', 'taken', 'recovery', 'magiclink', 'email_change', 'email_change_current'] as const)(
    'for %s writes email as one word, as pages do',
    (kind) => {
      const { subject, text } = composeMessage(
        { ...content, kind, newAddress: 'new@shop.test' },
        { name: 'Ink' },
      );
      expect(subject + text).not.toMatch(/e-mail/i);
    },
  );

  it('has a single-line subject', () => {
    expect(composeMessage(content, { name: 'A\r\nBcc: b@evil.test' }).subject).toBe(
      'Reset your A Bcc: b@evil.test password',
    );
  });
});
