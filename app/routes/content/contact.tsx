import { Mail, MapPin, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { brandInLanguage } from '#app/brands/brand-in-language.ts';
import { storeBrand } from '#app/brands/brands.ts';
import { ListingHeading } from '#app/catalog/listing/listing-heading.tsx';
import { MessageForm } from '#app/content/message-form.tsx';
import contentMessages from '#app/i18n/messages/en/content.json';
import { getTranslations } from '#app/i18n/translations.ts';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { storeContext } from '#app/lib/context.ts';
import { useRootData } from '#app/lib/root-data.ts';
import type { RouteHandle } from '#app/lib/route-handle.ts';
import { pageMeta } from '#app/lib/seo.ts';
import { textLinkClasses } from '#app/ui/text-link.tsx';
import type { Route } from './+types/contact.ts';

export const handle = { query: ['sent'] } satisfies RouteHandle;

export function loader({ context }: Route.LoaderArgs) {
  const store = context.get(storeContext);
  const { voice } = brandInLanguage(storeBrand(store), store.language).design;
  return { mail: store.mail, text: voice.contactText };
}

export function meta(args: Route.MetaArgs) {
  const t = getTranslations('content', contentMessages);
  return pageMeta(args, {
    name: t('contactTitle'),
    description: args.loaderData.text,
  });
}

export default function Contact({ loaderData: { mail, text } }: Route.ComponentProps) {
  const t = useTranslations('content', contentMessages);
  const { help: layout } = useRootData();
  return (
    <>
      <ListingHeading title={t('contactTitle')} text={text} crumbs={[{ label: t('contactTitle') }]} />
      <div className={layout.page}>
        <MessageForm mail={mail} />
        <Addresses />
      </div>
    </>
  );
}

function Addresses() {
  const t = useTranslations('content', contentMessages);
  const { help: layout, settings } = useRootData();
  const { contact } = settings;
  return (
    <aside aria-label={t('reachUs')} className={layout.aside}>
      <Line icon={<Mail />} value={contact.contactEmail}>
        <a href={`mailto:${contact.contactEmail}`} className={textLinkClasses}>
          {contact.contactEmail}
        </a>
      </Line>
      <Line icon={<Phone />} value={contact.contactPhone}>
        <a href={`tel:${contact.contactPhone.replace(/\s/g, '')}`} dir="ltr" className={textLinkClasses}>
          {contact.contactPhone}
        </a>
      </Line>
      <Line icon={<MapPin />} value={contact.address}>
        <address className="not-italic">{contact.address}</address>
      </Line>
    </aside>
  );
}

function Line({ icon, value, children }: { icon: ReactNode; value: string; children: ReactNode }) {
  if (!value) return null;
  return (
    <div className="flex items-start gap-3">
      <span aria-hidden="true" className="text-link [&>svg]:size-5">
        {icon}
      </span>
      {children}
    </div>
  );
}
