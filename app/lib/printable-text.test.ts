import { describe, expect, it } from 'vitest';
import { isPrintable } from './printable-letters.ts';
import { printableText } from './printable-text.ts';

describe('a text on paper', () => {
  it.each([
    'İpek Şahin Çağlar Güneş',
    'Łukasz Đorđe',
    'Ольга Иванова',
    'Γιώργος Παπαδόπουλος',
    'عبد الرحمن محمد',
    '12–14 St. Mary’s Road, 2nd floor · 50 %',
  ])('stands as it was written: %s', (text) => {
    expect(printableText(text)).toBe(text);
  });

  it('spells in Latin letters what the faces of papers do not have', () => {
    expect(printableText('王小明')).toBe('WangXiaoMing');
    expect(printableText('김철수 2')).toBe('GimCheolSu 2');
  });

  it('shows an emoji as one dot, whatever it is made of', () => {
    expect(printableText('Mona 👩‍👩‍👧‍👦 Adel ❤️')).toBe('Mona • Adel •');
    expect(printableText('🇪🇬 1️⃣')).toBe('• 1');
  });

  it('leaves a mark out before it changes the letter that has it', () => {
    expect(printableText('ا\u065cب', (grapheme) => !grapheme.includes('\u065c'))).toBe('اب');
    expect(isPrintable('بَ')).toBe(true);
  });
});
