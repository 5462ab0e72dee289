import { type LucideIcon, Mail, MapPin, Phone } from 'lucide-react';
import { Fragment } from 'react';
import { href } from 'react-router';
import { landingTexts } from '#app/i18n/texts/landing.ts';
import { useRootData } from '#app/store/root-data.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { useHomeLook } from '../use-home-look.ts';

type ContactLineProps = { icon: LucideIcon; label: string; text: string; to?: string };

function ContactLine({ icon: Icon, label, text, to }: ContactLineProps) {
  if (!text) return null;
  return (
    <li className="flex items-start gap-4">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-primary text-on-primary">
        <Icon className="size-5" />
      </span>
      <span className="min-w-0 wrap-anywhere">
        <span className="block text-ink-soft text-sm">{label}</span>
        {to ? (
          <a href={to} className="inline-block py-1 font-semibold hover:underline">
            <bdi>
              {text.split(/(?<=@)/).map((part) => (
                // Break opportunity for a long email address.
                <Fragment key={part}>
                  {part}
                  <wbr />
                </Fragment>
              ))}
            </bdi>
          </a>
        ) : (
          <span className="font-semibold">{text}</span>
        )}
      </span>
    </li>
  );
}

/** Contact section of the landing. */
export default function LandingContact() {
  const t = landingTexts();
  const { contact } = useRootData().settings;
  const { copy } = useHomeLook();
  return (
    <section id="contact" className="column pb-section">
      <div className="grid gap-x-16 gap-y-8 rounded-card bg-sunken p-6 md:p-12 lg:grid-cols-2">
        <div className="flex flex-col items-start gap-5">
          <h2 className="text-title">{copy.visitTitle ?? t('contactTitle')}</h2>
          {copy.visitText ? <p className="max-w-prose text-lg">{copy.visitText}</p> : null}
          <LinkButton to={href('/contact')}>{t('write')}</LinkButton>
        </div>
        <ul className="flex flex-col gap-6">
          <ContactLine icon={MapPin} label={t('address')} text={contact.address} />
          <ContactLine
            icon={Phone}
            label={t('phone')}
            text={contact.contactPhone}
            to={`tel:${contact.contactPhone.replaceAll(' ', '')}`}
          />
          <ContactLine
            icon={Mail}
            label={t('email')}
            text={contact.contactEmail}
            to={`mailto:${contact.contactEmail}`}
          />
        </ul>
      </div>
    </section>
  );
}
