import { contrastOf, type Palette, type PaletteSource, textContrast } from '#app/brands/palette.ts';
import { adminBrandPreviewTexts } from '#app/i18n/texts/admin-brand-preview.ts';

type ContrastNoteProps = { source: PaletteSource; palette: Palette };

/** Says how hard to read the first color is on a theme's pages, and which shade texts have instead; nothing if it can be read. */
export function ContrastNote({ source, palette }: ContrastNoteProps) {
  const t = adminBrandPreviewTexts();
  const ratio = contrastOf(source.primaryColor, palette.page);
  if (ratio >= textContrast) return null;
  // Rounded down, so that it never claims to be enough.
  const shown = Math.floor(ratio * 10) / 10;
  return (
    <span className="text-sm" style={{ color: palette['ink-soft'] }}>
      {t('contrast', { ratio: shown, needed: textContrast, shade: palette.accent })}
    </span>
  );
}
