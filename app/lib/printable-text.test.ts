import { describe, expect, it } from 'vitest';
import { isPrintable } from './printable-letters.ts';
import { printableText } from './printable-text.ts';

describe('a printed text', () => {
  it.each([
    'İpek Şahin Çağlar Güneş',
    'Łukasz Đorđe',
    'Ольга Иванова',
    'Γιώργος Παπαδόπουλος',
    'عبد الرحمن محمد',
    '12–14 St. Mary’s Road, 2nd floor · 50 %',
  ])('stays as written: %s', (text) => {
    expect(printableText(text)).toBe(text);
  });

  it('is transliterated where the document fonts lack letters', () => {
    expect(printableText('王小明')).toBe('WangXiaoMing');
    expect(printableText('김철수 2')).toBe('GimCheolSu 2');
  });

  it('shows an emoji as one dot, whatever it is made of', () => {
    expect(printableText('Mona 👩‍👩‍👧‍👦 Adel ❤️')).toBe('Mona • Adel •');
    expect(printableText('🇪🇬 1️⃣')).toBe('• 1');
  });

  it('drops a mark before it replaces the letter', () => {
    expect(printableText('ا\u065cب', (grapheme) => !grapheme.includes('\u065c'))).toBe('اب');
    expect(isPrintable('بَ')).toBe(true);
  });
});
