import { afterEach, describe, expect, it } from 'vitest';
import { duoworks } from '../../app/brands/duoworks.ts';
import { presets } from '../../app/brands/presets.ts';
import { type Letterhead, registerBrands } from '../brands/brand-registry.ts';
import { storeMail } from './mail-frame.ts';

const seller = {
  name: 'Delta Trading LLC',
  address: '5 Talaat Harb, Cairo',
  tax_number: '123-456-789',
  email: 'desk@delta.example',
  translations: { ar: { name: 'دلتا للتجارة ش.ذ.م.م' } },
};
const plain: Letterhead = { sender: null, replyTo: null, signature: { en: '', ar: '' }, seller };
const page = 'https://delta.example/account/orders/1';

afterEach(() => registerBrands([]));

function mailOf(letterhead: Letterhead | undefined, language: 'en' | 'ar' = 'en') {
  registerBrands(presets, { letterheads: new Map(letterhead && [[duoworks.id, letterhead]]) });
  return storeMail({ ...duoworks, defaultLanguage: language }, page, {
    kind: 'test',
    to: 'mona@example.com',
    subject: 'Hello',
    text: ['Hello'],
    body: '<p>Hello</p>',
  });
}

describe('a mail of a store', () => {
  it('comes under the store’s name, with answers to its contact address', () => {
    expect(mailOf(plain)).toMatchObject({ from: { name: 'Duoworks' }, replyTo: 'desk@delta.example' });
    expect(mailOf(plain).from).not.toHaveProperty('address');
  });

  it('comes from the store’s own address, with answers to the one for answers', () => {
    const own = { ...plain, sender: 'orders@delta.example', replyTo: 'help@delta.example' };
    expect(mailOf(own)).toMatchObject({
      from: { name: 'Duoworks', address: 'orders@delta.example' },
      replyTo: 'help@delta.example',
    });
  });

  it('ends with the store’s contact address and its legal facts', () => {
    const { text, html } = mailOf(plain);
    expect(text).toBe(
      'Hello\n\nDuoworks · desk@delta.example\nDelta Trading LLC\n5 Talaat Harb, Cairo\nTax registration number 123-456-789\n',
    );
    for (const fact of ['Delta Trading LLC', '5 Talaat Harb, Cairo', '123-456-789'])
      expect(html).toContain(fact);
  });

  it('ends with the signature in its language, without any markup of it', () => {
    const signed = { ...plain, signature: { en: 'Mona & the team\n<b>Delta</b>', ar: 'فريق دلتا' } };
    expect(mailOf(signed).text).toContain('Hello\n\nMona & the team\n<b>Delta</b>\nDelta Trading');
    expect(mailOf(signed).html).toContain('&lt;b&gt;Delta&lt;/b&gt;');
    expect(mailOf(signed, 'ar').text).toContain('Hello\n\nفريق دلتا\n');
    expect(mailOf(signed, 'ar').text).toContain('دلتا للتجارة ش.ذ.م.م');
  });

  it('shows the logo of the store', () => {
    expect(mailOf(undefined).html).toContain('src="https://delta.example/brands/duoworks/logo.png"');
  });
});
