import { href, Link } from 'react-router';
import { adminClaimsTexts } from '#app/i18n/texts/admin-claims.ts';
import { textLinkClasses } from '#app/ui/text-link.tsx';
import type { OpenClaim } from './claim-calls.ts';
import { ClaimFacts } from './claim-facts.tsx';

/** The store's open claims against carriers, the first to be answered first. */
export function OpenClaims({ claims }: { claims: readonly OpenClaim[] }) {
  const t = adminClaimsTexts();
  if (claims.length === 0) return null;
  return (
    <section aria-labelledby="claims" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="claims" className="text-lg">
        {t('claims')}
      </h2>
      <ul className="grid gap-3">
        {claims.map(({ shipments: shipment, ...claim }) =>
          shipment ? (
            <li key={claim.id} className="stroked grid gap-2 rounded-card bg-surface p-4">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Link
                  to={`${href('/admin/orders')}?order=${shipment.orders?.id}`}
                  className={textLinkClasses}
                >
                  {t('order', { number: shipment.orders?.number ?? '', parcel: shipment.number })}
                </Link>
                <bdi>{shipment.carrier_name || t('unnamed')}</bdi>
              </p>
              <ClaimFacts shipment={shipment} claim={claim} />
            </li>
          ) : null,
        )}
      </ul>
    </section>
  );
}
