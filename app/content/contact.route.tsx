import { zodResolver } from '@hookform/resolvers/zod';
import { Mail, MapPin, Phone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { href } from 'react-router';
import { ListingHeading } from '#app/catalog/listing/listing-heading.tsx';
import { storefrontContext } from '#app/lib/context.ts';
import { contentWords } from '#app/messages/en/content.ts';
import { shellWords } from '#app/messages/en/shell.ts';
import { useWords } from '#app/messages/use-words.ts';
import { useRootData } from '#app/shell/root-data.ts';
import { pageMeta } from '#app/shell/seo.ts';
import { Button } from '#app/ui/button.tsx';
import { TextareaField, TextField } from '#app/ui/text-field.tsx';
import { textLinkClasses } from '#app/ui/text-link.tsx';
import { toast } from '#app/ui/toast.ts';
import type { Route } from './+types/contact.route.ts';
import { contactForm } from './contact-form.ts';

export function loader({ context }: Route.LoaderArgs) {
  return context.get(storefrontContext).mail;
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: contentWords.contactTitle, description: contentWords.contactLead });
}

export default function Contact({ loaderData: mail }: Route.ComponentProps) {
  const t = useWords(contentWords);
  const shell = useWords(shellWords);
  const [sent, setSent] = useState(false);
  const [failure, setFailure] = useState('');
  const { register, handleSubmit, formState, reset } = useForm({ resolver: zodResolver(contactForm) });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (message) => {
    setFailure('');
    const { explainMailFailure, sendContact } = await import('./send-contact.ts');
    try {
      await sendContact(mail, message);
      setSent(true);
      reset();
      toast({ title: t('contactSent'), description: t('contactSentWhy') });
    } catch (error) {
      setFailure(explainMailFailure(error));
    }
  });

  return (
    <>
      <ListingHeading
        title={t('contactTitle')}
        text={t('contactLead')}
        crumbs={[{ label: shell('home'), to: href('/') }, { label: t('contactTitle') }]}
      />
      <div className="column grid items-start gap-x-16 gap-y-10 py-8 pb-section lg:grid-cols-[1fr_22rem]">
        <div className="grid max-w-2xl gap-8">
          {sent ? (
            <p role="status" className="rounded-card bg-success-tint p-4 text-success-text">
              {t('contactSentWhy')}
            </p>
          ) : null}
          <form onSubmit={submit} noValidate className="grid gap-5 sm:grid-cols-2">
            <TextField
              label={t('name')}
              autoComplete="name"
              error={errors.name?.message}
              {...register('name')}
            />
            <TextField
              label={t('email')}
              type="email"
              inputMode="email"
              autoComplete="email"
              error={errors.email?.message}
              {...register('email')}
            />
            <TextField
              className="sm:col-span-2"
              label={t('subject')}
              optional
              error={errors.subject?.message}
              {...register('subject')}
            />
            <TextareaField
              className="sm:col-span-2"
              label={t('message')}
              rows={6}
              error={errors.message?.message}
              {...register('message')}
            />
            {failure ? (
              <p role="alert" className="rounded-card bg-danger-tint p-4 text-danger-text sm:col-span-2">
                {failure}
              </p>
            ) : null}
            <Button type="submit" size="large" busy={isSubmitting} className="justify-self-start">
              {t('send')}
            </Button>
          </form>
        </div>
        <Addresses />
      </div>
    </>
  );
}

function Addresses() {
  const t = useWords(contentWords);
  const { contact } = useRootData().settings;
  return (
    <aside
      aria-label={t('reachUs')}
      className="stroked grid gap-5 rounded-card border-line-strong bg-surface p-6"
    >
      <Line icon={<Mail />} shown={contact.contactEmail}>
        <a href={`mailto:${contact.contactEmail}`} className={textLinkClasses}>
          {contact.contactEmail}
        </a>
      </Line>
      <Line icon={<Phone />} shown={contact.contactPhone}>
        <a href={`tel:${contact.contactPhone.replace(/\s/g, '')}`} className={textLinkClasses}>
          {contact.contactPhone}
        </a>
      </Line>
      <Line icon={<MapPin />} shown={contact.address}>
        <address className="not-italic">{contact.address}</address>
      </Line>
    </aside>
  );
}

function Line({ icon, shown, children }: { icon: ReactNode; shown: string; children: ReactNode }) {
  if (!shown) return null;
  return (
    <div className="flex items-start gap-3">
      <span aria-hidden="true" className="text-link [&>svg]:size-5">
        {icon}
      </span>
      {children}
    </div>
  );
}
