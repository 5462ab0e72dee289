import { Mail, MapPin, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { data, href, redirect } from 'react-router';
import { brandInLanguage } from '#app/brands/brand-in-language.ts';
import { ListingHeading } from '#app/catalog/listing/listing-heading.tsx';
import { readContactForm } from '#app/content/contact-form.ts';
import { MessageForm } from '#app/content/message-form.tsx';
import { contentTexts } from '#app/i18n/texts/content.ts';
import { storeContext } from '#app/lib/context.ts';
import { refusalMessage } from '#app/lib/refusal.ts';
import type { RouteHandle } from '#app/lib/route-handle.ts';
import { useRootData } from '#app/store/root-data.ts';
import { pageMeta } from '#app/store/seo.ts';
import { textLinkClasses } from '#app/ui/text-link.tsx';
import type { Route } from './+types/contact.ts';

export const handle = { query: ['sent'] } satisfies RouteHandle;

export function loader({ context }: Route.LoaderArgs) {
  const store = context.get(storeContext);
  const { copy } = brandInLanguage(store.brand, store.language).design;
  return { mail: store.mail, text: copy.contactText };
}

/** Stores a message. Without JavaScript the page shows its errors, or redirects to itself. */
export async function action({ request, context }: Route.ActionArgs) {
  // A body that is not a form counts as empty.
  const form = readContactForm(await request.formData().catch(() => new FormData()));
  if (!form.message) return data(form, 400);
  const error = await context.get(storeContext).sendMessage(form.message);
  if (!error) throw redirect(`${href('/contact')}?sent=1`, 303);
  const t = contentTexts();
  const failure = refusalMessage(error) ?? t('mailOther');
  const status = error.code !== 'P0001' ? 503 : error.details === 'too_many_messages' ? 429 : 400;
  return data({ ...form, failure }, status);
}

/** Validates a message before sending, and sends it with EmailJS if the store has an account. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = readContactForm(await request.clone().formData());
  // An error status prevents revalidation.
  if (!form.message) return data(form, 400);
  try {
    if (!form.mail) return await serverAction();
    const { sendContact } = await import('#app/content/send-contact.ts');
    const failure = await sendContact(form.mail, form.message);
    if (failure) return data({ ...form, failure }, 502);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const failure = contentTexts()('mailNetwork');
    return data({ ...form, failure }, 503);
  }
  throw redirect(`${href('/contact')}?sent=1`);
}

export function meta(args: Route.MetaArgs) {
  const t = contentTexts();
  return pageMeta(args, {
    name: t('contactTitle'),
    description: args.loaderData.text,
  });
}

export default function Contact({ loaderData: { mail, text }, actionData }: Route.ComponentProps) {
  const t = contentTexts();
  const { help: layout } = useRootData();
  return (
    <>
      <ListingHeading title={t('contactTitle')} text={text} crumbs={[{ label: t('contactTitle') }]} />
      <div className={layout.page}>
        <MessageForm mail={mail} answer={actionData} />
        <Addresses />
      </div>
    </>
  );
}

function Addresses() {
  const t = contentTexts();
  const { help: layout, settings } = useRootData();
  const { contact } = settings;
  if (!contact.contactEmail && !contact.contactPhone && !contact.address) return null;
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
