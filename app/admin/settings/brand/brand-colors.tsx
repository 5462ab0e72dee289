import { type PaletteSource, paletteOf, type Scheme } from '#app/brands/palette.ts';
import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import { ContrastNote } from './contrast-note.tsx';

const isColor = (typed: string) => /^#[0-9a-f]{6}$/i.test(typed);

/** The shades that pages derive from a brand's colors, in both themes. */
export default function BrandColors({ source }: { source: PaletteSource }) {
  const t = adminSettingsTexts();
  if (!isColor(source.primaryColor) || !isColor(source.secondaryColor))
    return <p className="text-ink-soft text-sm">{t('colorsIncomplete')}</p>;
  return (
    <figure className="grid gap-2">
      <figcaption className="text-ink-soft text-sm">{t('colorsDerived')}</figcaption>
      <div className="grid gap-3 sm:grid-cols-2">
        <Sample source={source} scheme="light" />
        <Sample source={source} scheme="dark" />
      </div>
    </figure>
  );
}

function Sample({ source, scheme }: { source: PaletteSource; scheme: Scheme }) {
  const t = adminSettingsTexts();
  const palette = paletteOf(source, scheme);
  return (
    <div
      className="grid content-start gap-3 rounded-card border p-4"
      style={{ backgroundColor: palette.page, color: palette.ink, borderColor: palette.line }}
    >
      <span className="font-semibold">{t(`sample_${scheme}`)}</span>
      <span className="text-sm" style={{ color: palette['ink-soft'] }}>
        {t('sampleText')}
      </span>
      <span className="flex flex-wrap items-center gap-3 text-sm">
        <span
          className="rounded-control px-3 py-2"
          style={{ backgroundColor: palette.primary, color: palette['on-primary'] }}
        >
          {t('sampleButton')}
        </span>
        <span
          className="rounded-control px-3 py-2"
          style={{ backgroundColor: palette.tint, color: palette['on-tint'] }}
        >
          {t('sampleNote')}
        </span>
        <span className="underline" style={{ color: palette.link }}>
          {t('sampleLink')}
        </span>
      </span>
      <ContrastNote source={source} palette={palette} />
    </div>
  );
}
