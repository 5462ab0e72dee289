import { Copy } from 'lucide-react';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDate } from '#app/i18n/format.ts';
import { accountTexts } from '#app/i18n/texts/account.ts';
import { formatPounds } from '#app/lib/money.ts';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast.ts';
import type { Offer } from './account-data.ts';
import { AccountSection } from './account-section.tsx';

/** The store's offers; renders nothing when there are none. */
export function OffersSection({ offers }: { offers: readonly Offer[] }) {
  const t = accountTexts();
  const { currency } = useBrand();
  if (offers.length === 0) return null;
  const copy = async (code: string) => {
    try {
      await navigator.clipboard.writeText(code);
      toast({ title: t('codeCopied', { code }) });
    } catch {
      toast({ title: t('codeNotCopied', { code }), variant: 'destructive' });
    }
  };
  return (
    <AccountSection title={t('offers')} lead={t('offersLead')}>
      <ul className="grid gap-3">
        {offers.map(({ id, code, description, minimum_subtotal, ends_at }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t pt-3"
          >
            <div className="grid gap-0.5">
              <p className="font-details font-semibold">{code}</p>
              {description ? <p>{description}</p> : null}
              <p className="text-ink-soft text-sm">
                {[
                  minimum_subtotal > 0
                    ? t('offerFrom', { amount: formatPounds(minimum_subtotal, currency) })
                    : '',
                  ends_at ? t('offerUntil', { date: formatDate(ends_at) }) : '',
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <Button
              variant="outline"
              size="small"
              aria-label={t('copyCodeNamed', { code })}
              onClick={() => void copy(code)}
            >
              <Copy className="size-4" />
              {t('copyCode')}
            </Button>
          </li>
        ))}
      </ul>
    </AccountSection>
  );
}
