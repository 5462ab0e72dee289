import { useBrand } from '#app/brands/use-brand.ts';
import { formatMoney } from '#app/i18n/format.ts';
import { adminReadinessTexts } from '#app/i18n/texts/admin-readiness.ts';
import { governoratesTexts } from '#app/i18n/texts/governorates.ts';
import { toPiastres } from '#app/lib/money.ts';
import type { DeliveryExample } from '#app/store/delivery-examples.ts';

/** What delivery of some orders costs now, so that a wrong fee is noticed. */
export function DeliveryExamples({ examples }: { examples: readonly DeliveryExample[] }) {
  const t = adminReadinessTexts();
  const tGovernorates = governoratesTexts();
  const { currency } = useBrand();
  const money = (pounds: number) => formatMoney(toPiastres(pounds), currency);
  const fee = (pounds: number) => (pounds === 0 ? t('exampleFree') : money(pounds));
  return (
    <section aria-labelledby="examples" className="grid gap-3 rounded-card border bg-surface p-4 md:p-6">
      <h2 id="examples" className="text-lg">
        {t('examples')}
      </h2>
      <p className="max-w-prose text-ink-soft text-sm">{t('examplesWhy')}</p>
      <ul className="grid gap-2">
        {examples.map(({ governorate, goods, options }) => (
          <li key={`${governorate} ${goods}`}>
            {t('example', {
              goods: money(goods),
              place: tGovernorates(governorate),
              price:
                options
                  .map((option) =>
                    option.method === 'express'
                      ? t('example_express', { fee: fee(option.fee) })
                      : fee(option.fee),
                  )
                  .join(' · ') || t('exampleNone'),
            })}
          </li>
        ))}
      </ul>
    </section>
  );
}
