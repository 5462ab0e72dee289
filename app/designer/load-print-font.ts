import abril from '@fontsource/abril-fatface/files/abril-fatface-latin-400-normal.woff2?url';
import alfaSlab from '@fontsource/alfa-slab-one/files/alfa-slab-one-latin-400-normal.woff2?url';
import amiriArabic from '@fontsource/amiri/files/amiri-arabic-700-normal.woff2?url';
import amiri from '@fontsource/amiri/files/amiri-latin-700-normal.woff2?url';
import anton from '@fontsource/anton/files/anton-latin-400-normal.woff2?url';
import archivoBlack from '@fontsource/archivo-black/files/archivo-black-latin-400-normal.woff2?url';
import arefRuqaaArabic from '@fontsource/aref-ruqaa/files/aref-ruqaa-arabic-700-normal.woff2?url';
import arefRuqaa from '@fontsource/aref-ruqaa/files/aref-ruqaa-latin-700-normal.woff2?url';
import changaArabic from '@fontsource/changa/files/changa-arabic-800-normal.woff2?url';
import changa from '@fontsource/changa/files/changa-latin-800-normal.woff2?url';
import dmSerif from '@fontsource/dm-serif-display/files/dm-serif-display-latin-400-normal.woff2?url';
import lalezarArabic from '@fontsource/lalezar/files/lalezar-arabic-400-normal.woff2?url';
import lalezar from '@fontsource/lalezar/files/lalezar-latin-400-normal.woff2?url';
import luckiest from '@fontsource/luckiest-guy/files/luckiest-guy-latin-400-normal.woff2?url';
import monoton from '@fontsource/monoton/files/monoton-latin-400-normal.woff2?url';
import orbitron from '@fontsource/orbitron/files/orbitron-latin-900-normal.woff2?url';
import pacifico from '@fontsource/pacifico/files/pacifico-latin-400-normal.woff2?url';
import marker from '@fontsource/permanent-marker/files/permanent-marker-latin-400-normal.woff2?url';
import pressStart from '@fontsource/press-start-2p/files/press-start-2p-latin-400-normal.woff2?url';
import rakkasArabic from '@fontsource/rakkas/files/rakkas-arabic-400-normal.woff2?url';
import rakkas from '@fontsource/rakkas/files/rakkas-latin-400-normal.woff2?url';
import reemKufiArabic from '@fontsource/reem-kufi/files/reem-kufi-arabic-700-normal.woff2?url';
import reemKufi from '@fontsource/reem-kufi/files/reem-kufi-latin-700-normal.woff2?url';
import righteous from '@fontsource/righteous/files/righteous-latin-400-normal.woff2?url';
import rye from '@fontsource/rye/files/rye-latin-400-normal.woff2?url';
import spaceMono from '@fontsource/space-mono/files/space-mono-latin-700-normal.woff2?url';
import { ARABIC_FALLBACK, type PrintFontId } from './print-fonts.ts';

const latin: Readonly<Record<PrintFontId, string>> = {
  anton,
  'archivo-black': archivoBlack,
  'alfa-slab': alfaSlab,
  abril,
  'dm-serif': dmSerif,
  righteous,
  orbitron,
  'space-mono': spaceMono,
  'press-start': pressStart,
  rye,
  luckiest,
  pacifico,
  marker,
  monoton,
  lalezar,
  'aref-ruqaa': arefRuqaa,
  rakkas,
  'reem-kufi': reemKufi,
  changa,
  amiri,
};

const arabic: Readonly<Partial<Record<PrintFontId, string>>> = {
  lalezar: lalezarArabic,
  'aref-ruqaa': arefRuqaaArabic,
  rakkas: rakkasArabic,
  'reem-kufi': reemKufiArabic,
  changa: changaArabic,
  amiri: amiriArabic,
};

const latinRange = 'U+0-5FF, U+700-FFFF';
const arabicRange = 'U+600-6FF';

const loading = new Map<PrintFontId, Promise<void>>();
const loaded = new Set<PrintFontId>();

async function addFont(family: string, file: string, unicodeRange: string): Promise<void> {
  const font = new FontFace(family, `url("${file}")`, { unicodeRange });
  document.fonts.add(await font.load());
}

async function loadFontFiles(id: PrintFontId): Promise<void> {
  const arabicFile = arabic[id];
  await Promise.all([
    addFont(`print-${id}`, latin[id], latinRange),
    arabicFile ? addFont(`print-${id}`, arabicFile, arabicRange) : loadPrintFont(ARABIC_FALLBACK),
  ]);
}

/** Loads a font for drawing and measuring, once. */
export function loadPrintFont(id: PrintFontId): Promise<void> {
  const cached = loading.get(id);
  if (cached) return cached;
  const pending = loadFontFiles(id);
  loading.set(id, pending);
  pending.then(
    () => loaded.add(id),
    () => loading.delete(id),
  );
  return pending;
}

/** Returns whether a font has loaded and can be measured. */
export const isPrintFontLoaded = (id: PrintFontId): boolean => loaded.has(id);

/** Returns the `font-family` of a print font, followed by its Arabic fallback. */
export const familyOf = (id: PrintFontId): string => `"print-${id}", "print-${ARABIC_FALLBACK}", sans-serif`;
