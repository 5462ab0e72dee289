import { useBrand } from '#app/brands/use-brand.ts';
import { shellTexts } from '#app/i18n/texts/shell.ts';
import { formatPounds } from '#app/lib/money.ts';
import { useRootData } from '#app/store/root-data.ts';
import { classes } from '#app/ui/classes.ts';
import { Marquee } from '#app/ui/marquee.tsx';

/** Statements above the header, as one line or a marquee. */
export function AnnouncementBar() {
  const t = shellTexts();
  const { design, currency } = useBrand();
  const { freeShippingThreshold } = useRootData().settings.shipping;
  if (design.strip === 'none') return null;
  const free =
    freeShippingThreshold === null
      ? []
      : [t('freeShippingFrom', { amount: formatPounds(freeShippingThreshold, currency) })];
  const lines = [...free, ...design.copy.slogans];
  const quiet = design.strip === 'line';
  const list = (
    <ul className={classes('flex shrink-0 items-center gap-10', !quiet && 'pe-10')}>
      {lines.map((line) => (
        <li key={line} className={quiet ? 'whitespace-nowrap max-md:not-first:hidden' : 'whitespace-nowrap'}>
          {line}
        </li>
      ))}
    </ul>
  );
  return !quiet ? (
    <Marquee label={t('announcements')} className="display bg-primary py-3 text-on-primary text-sm md:py-2">
      {list}
    </Marquee>
  ) : (
    <section
      aria-label={t('announcements')}
      className="band overflow-hidden py-2 font-details text-ink-soft text-xs"
    >
      <div className="column flex justify-center">{list}</div>
    </section>
  );
}
