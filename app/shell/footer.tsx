import { lazy, Suspense, useState } from 'react';
import { href, Link } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { shellWords } from '#app/messages/en/shell.ts';
import { useWords } from '#app/messages/use-words.ts';
import { Ornament } from './ornament.tsx';
import type { PolicyTab } from './policies.ts';
import { useRootData } from './root-data.ts';
import { networks, SocialLink } from './social-link.tsx';

const PoliciesDialog = lazy(() => import('./policies-dialog.tsx'));

const shopLinks = ['categories', 'dealsAndOffers', 'newArrivals', 'bestSellers'] as const;
const entry =
  'inline-flex min-h-11 min-w-11 items-center text-start text-ink-soft hover:text-ink hover:underline md:min-h-9';

/** The dark end of every page: brand, shop, help with the policies, contact, copyright (spec section 2). */
export function Footer() {
  const t = useWords(shellWords);
  const { name, footerDescription } = useBrand();
  const { contact } = useRootData().settings;
  const [tab, setTab] = useState<PolicyTab | null>(null);
  const heading = 'mb-2 font-details font-semibold text-ink text-sm';
  return (
    <>
      <footer className="band relative isolate overflow-hidden border-t pb-[calc(3.5rem+env(safe-area-inset-bottom))] md:pb-0">
        <Ornament />
        <div className="column grid gap-10 py-section sm:grid-cols-2 lg:grid-cols-[minmax(max-content,2fr)_1fr_1fr_1.4fr]">
          <div>
            <p className="display mb-4 whitespace-nowrap text-title">{name}</p>
            <p className="max-w-sm text-ink-soft">{footerDescription}</p>
            <div className="mt-5 flex flex-wrap gap-2">
              {networks.map((network) => {
                const to = contact.socialMedia[network];
                return to ? <SocialLink key={network} network={network} to={to} shop={name} /> : null;
              })}
            </div>
          </div>
          <nav aria-label={t('footerShop')}>
            <h2 className={heading}>{t('footerShop')}</h2>
            <ul>
              {shopLinks.map((word) => (
                <li key={word}>
                  <Link to={href('/deals')} className={entry}>
                    {t(word)}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <nav aria-label={t('footerHelp')}>
            <h2 className={heading}>{t('footerHelp')}</h2>
            <ul>
              <li>
                <Link to="/contact" className={entry}>
                  {t('contactUs')}
                </Link>
              </li>
              <li>
                <Link to={href('/faq')} className={entry}>
                  {t('faqs')}
                </Link>
              </li>
              <li>
                <button type="button" onClick={() => setTab('shippingReturns')} className={entry}>
                  {t('shippingAndReturns')}
                </button>
              </li>
              <li>
                <button type="button" onClick={() => setTab('terms')} className={entry}>
                  {t('terms')}
                </button>
              </li>
            </ul>
          </nav>
          <address className="not-italic">
            <h2 className={heading}>{t('footerContact')}</h2>
            {contact.address ? <p className="py-1.5 text-ink-soft">{contact.address}</p> : null}
            <ul>
              {contact.contactPhone ? (
                <li>
                  <a href={`tel:${contact.contactPhone.replaceAll(' ', '')}`} className={entry}>
                    {contact.contactPhone}
                  </a>
                </li>
              ) : null}
              {contact.contactEmail ? (
                <li>
                  <a href={`mailto:${contact.contactEmail}`} className={entry}>
                    {contact.contactEmail}
                  </a>
                </li>
              ) : null}
            </ul>
          </address>
        </div>
        <p className="column border-t py-6 font-details text-ink-soft text-sm">
          {t('copyright', { year: String(new Date().getFullYear()), shop: name })}
        </p>
      </footer>
      {tab ? (
        <Suspense fallback={null}>
          <PoliciesDialog tab={tab} onClose={() => setTab(null)} />
        </Suspense>
      ) : null}
    </>
  );
}
