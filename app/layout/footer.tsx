import { type CSSProperties, useState } from 'react';
import { href, Link } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import type { PolicyTab } from '#app/content/policies.ts';
import { shellTexts } from '#app/i18n/texts/shell.ts';
import { useRootData } from '#app/store/root-data.ts';
import { BareButton } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx';
import { DialogLoadFailed } from '#app/ui/load-failed.tsx';
import { Ornament } from '#app/ui/ornament.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { networks, SocialLink } from './social-link.tsx';

const PoliciesDialog = lazyWithRetry(() => import('./policies-dialog.tsx'), { Failed: DialogLoadFailed });

const shopLinks = ['categories', 'dealsAndOffers', 'newArrivals', 'bestSellers'] as const;

/** Footer of the checkout: the copyright, without links. */
function QuietFooter() {
  const t = shellTexts();
  const { name } = useBrand();
  return (
    <footer className="band border-t pb-[calc(3.5rem+env(safe-area-inset-bottom))] max-md:in-[:has([data-buy-bar])]:pb-[calc(8rem+env(safe-area-inset-bottom))] md:pb-0">
      <p className="column py-4 text-ink-soft text-sm">
        {t('copyright', { year: String(new Date().getFullYear()), shop: name })}
      </p>
    </footer>
  );
}

/**
 * The footer: brand, shop, help with policies, contact, copyright (docs/product.md, Menus). `quiet` shows only the
 * copyright.
 */
export function Footer({ quiet = false }: { quiet?: boolean }) {
  const [tab, setTab] = useState<PolicyTab | null>(null);
  return (
    <>
      {quiet ? <QuietFooter /> : <FooterContent onPolicy={setTab} />}
      {tab ? <PoliciesDialog tab={tab} onClose={() => setTab(null)} /> : null}
    </>
  );
}

function FooterContent({ onPolicy }: { onPolicy: (tab: PolicyTab) => void }) {
  const t = shellTexts();
  const { name, footerDescription } = useBrand();
  const { settings, footer: layout } = useRootData();
  const { contact } = settings;
  return (
    <footer className="deferred band relative isolate overflow-hidden border-t pb-[calc(3.5rem+env(safe-area-inset-bottom))] max-md:in-[:has([data-buy-bar])]:pb-[calc(8rem+env(safe-area-inset-bottom))] md:pb-0">
      <Ornament />
      <div className={layout.grid}>
        <p style={{ '--letters': name.length } as CSSProperties} className={layout.name}>
          {name}
        </p>
        <div className={layout.about}>
          <p className="text-ink-soft">{footerDescription}</p>
          <div className={layout.socials}>
            {networks.map((network) => {
              const to = contact.socialMedia[network];
              return to ? <SocialLink key={network} network={network} to={to} shop={name} /> : null;
            })}
          </div>
        </div>
        <nav aria-label={t('footerShop')} className={layout.part}>
          <h2 className={layout.heading}>{t('footerShop')}</h2>
          <ul>
            {shopLinks.map((word) => (
              <li key={word}>
                <Link to={href('/deals')} className={layout.entry}>
                  {t(word)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-label={t('footerHelp')} className={layout.part}>
          <h2 className={layout.heading}>{t('footerHelp')}</h2>
          <ul>
            <li>
              <Link to="/contact" className={layout.entry}>
                {t('contactUs')}
              </Link>
            </li>
            <li>
              <Link to={href('/faq')} className={layout.entry}>
                {t('faqs')}
              </Link>
            </li>
            <li>
              <BareButton onClick={() => onPolicy('shippingReturns')} className={layout.entry}>
                {t('shippingAndReturns')}
              </BareButton>
            </li>
            <li>
              <BareButton onClick={() => onPolicy('terms')} className={layout.entry}>
                {t('terms')}
              </BareButton>
            </li>
            <li>
              <LanguageSwitch className={layout.entry} />
            </li>
          </ul>
        </nav>
        <FooterContact />
      </div>
      <p className={layout.end}>{t('copyright', { year: String(new Date().getFullYear()), shop: name })}</p>
    </footer>
  );
}

/** How to reach the store, if it says so. */
function FooterContact() {
  const t = shellTexts();
  const { settings, footer: layout } = useRootData();
  const { contact } = settings;
  if (!contact.address && !contact.contactPhone && !contact.contactEmail) return null;
  return (
    <address className={classes(layout.part, 'not-italic')}>
      <h2 className={layout.heading}>{t('footerContact')}</h2>
      {contact.address ? <p className={layout.address}>{contact.address}</p> : null}
      <ul>
        {contact.contactPhone ? (
          <li>
            <a href={`tel:${contact.contactPhone.replaceAll(' ', '')}`} dir="ltr" className={layout.entry}>
              {contact.contactPhone}
            </a>
          </li>
        ) : null}
        {contact.contactEmail ? (
          <li>
            <a href={`mailto:${contact.contactEmail}`} className={layout.entry}>
              {contact.contactEmail}
            </a>
          </li>
        ) : null}
      </ul>
    </address>
  );
}
