import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as hb from 'harfbuzzjs';
import subsetFont from 'subset-font';
import { describe, expect, it } from 'vitest';
import faces from './fonts/faces.json';
import { fallbackFontCss, fontFaceCss } from './fonts.ts';
import { presets } from './presets.ts';

const folder = join(import.meta.dirname, '../i18n/texts/ar');

/** Every Arabic word in the stores' texts. */
function arabicWords(): string[] {
  const files = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  const texts = [...files, JSON.stringify(presets)].join(' ');
  return [...new Set(texts.match(/[\u0600-\u06ff]+/g))];
}

async function glyphsOf(file: string, words: string[]) {
  const woff2 = readFileSync(join(import.meta.dirname, 'fonts', file));
  const sfnt = await subsetFont(woff2, words.join(''), { targetFormat: 'sfnt' });
  const face = new hb.Face(new hb.Blob(sfnt.buffer.slice(sfnt.byteOffset, sfnt.byteOffset + sfnt.length)));
  const font = new hb.Font(face);
  return words.map((word) => {
    const buffer = new hb.Buffer();
    buffer.addText(word);
    buffer.guessSegmentProperties();
    hb.shape(font, buffer);
    return buffer.getGlyphInfos().map(({ codepoint }) => codepoint);
  });
}

const arabicFiles = [...new Set(faces.map(({ arabic }) => arabic.file))];

describe('Arabic typefaces', () => {
  it.each(arabicFiles)('have every letter that the stores use: %s', async (file) => {
    const words = arabicWords();
    expect(words.length).toBeGreaterThan(1000);
    const glyphs = await glyphsOf(file, words);
    expect(words.filter((_, at) => glyphs[at]?.includes(0))).toEqual([]);
  });

  it.each(arabicFiles)('join their letters: %s', async (file) => {
    const [alone, joined] = await glyphsOf(file, ['ه', 'ههه']);
    // Initial, medial and final forms differ from each other and from the isolated form.
    expect(new Set([...(alone ?? []), ...(joined ?? [])]).size).toBe(4);
    const [lam, alef, ligature] = await glyphsOf(file, ['ل', 'ا', 'لا']);
    expect(ligature).not.toEqual([...(alef ?? []), ...(lam ?? [])]);
  });

  it.each(presets)('exist for each family of $id, and are loaded for Arabic letters', (brand) => {
    const css = fontFaceCss(brand);
    const rules = css.split('@font-face').filter((rule) => rule.includes('U+0600-06FF'));
    const { display, body, mono } = brand.design.fonts;
    for (const face of [display, body, mono])
      if (face)
        expect(rules.some((rule) => rule.includes(`"${face.family}"`) && /url\(/.test(rule))).toBe(true);
  });

  it.each(presets)('add no fallback to an English page of $id', (brand) => {
    expect(fallbackFontCss(brand, 'en')).not.toContain('U+0600');
    expect(fallbackFontCss(brand, 'ar')).toContain('U+0600-06FF');
  });
});
