import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import contentMessages from '#app/i18n/messages/en/content.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import type { Storefront } from '#app/lib/context.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { Button } from '#app/ui/button.tsx';
import { NeedsHydration } from '#app/ui/needs-hydration.tsx';
import { NeedsScript } from '#app/ui/needs-script.tsx';
import { TextareaField, TextField } from '#app/ui/text-field.tsx';
import { textLinkClasses } from '#app/ui/text-link.tsx';
import { toast } from '#app/ui/toast.ts';
import { contactForm } from './contact-form.ts';

/** A message to the store, sent through the e-mail provider. */
export function MessageForm({ mail }: { mail: Storefront['mail'] }) {
  const t = useTranslations('content', contentMessages);
  const { contactEmail } = useRootData().settings.contact;
  const [sent, setSent] = useState(false);
  const [failure, setFailure] = useState('');
  const { register, handleSubmit, formState, reset } = useForm({ resolver: zodResolver(contactForm) });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (message) => {
    setFailure('');
    setSent(false);
    const refusal = await import('./send-contact.ts').then(
      ({ sendContact }) => sendContact(mail, message),
      () => t('mailNetwork'),
    );
    setFailure(refusal);
    if (refusal) return;
    setSent(true);
    reset();
    toast({ title: t('contactSent'), description: t('contactSentWhy') });
  });

  return (
    <div className="grid max-w-2xl gap-8">
      {sent ? (
        <p role="status" className="rounded-card bg-success-tint p-4 text-success-text">
          {t('contactSentWhy')}
        </p>
      ) : null}
      <NeedsScript>
        {contactEmail ? (
          <>
            {t('writeInstead')}{' '}
            <a href={`mailto:${contactEmail}`} className={textLinkClasses}>
              {contactEmail}
            </a>
          </>
        ) : null}
      </NeedsScript>
      <form method="post" onSubmit={submit} noValidate className="grid gap-5 noscript:hidden sm:grid-cols-2">
        <NeedsHydration>
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
        </NeedsHydration>
      </form>
    </div>
  );
}
