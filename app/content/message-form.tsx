import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import contentMessages from '#app/i18n/messages/en/content.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import type { StoreContext } from '#app/lib/context.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { NeedsScript } from '#app/ui/needs-script.tsx';
import { TextareaField, TextField } from '#app/ui/text-field.tsx';
import { textLinkClasses } from '#app/ui/text-link.tsx';
import { toast } from '#app/ui/toast.ts';
import { useHydrated } from '#app/ui/use-hydrated.ts';
import { contactForm } from './contact-form.ts';
import { sendContact } from './send-contact.ts';

/** The store's endpoint for form data, compatible with the email provider's (docs/product.md, Messages). */
const formDataPath = '/api/v1.0/email/send-form';

/** Contact form, sent through the email provider's client, or as form data without JavaScript. */
export function MessageForm({ mail }: { mail: StoreContext['mail'] }) {
  const t = useTranslations('content', contentMessages);
  const { contactEmail } = useRootData().settings.contact;
  const native = mail.origin === '';
  const hydrated = useHydrated();
  const [search] = useSearchParams();
  const [sent, setSent] = useState(search.has('sent'));
  const [failure, setFailure] = useState('');
  const { register, handleSubmit, formState, reset } = useForm({ resolver: zodResolver(contactForm) });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (message) => {
    setFailure('');
    setSent(false);
    const refusal = await sendContact(mail, message);
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
      {native ? null : (
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
      )}
      <form
        method="post"
        // Before hydration and without JavaScript the form posts to the store's endpoint.
        {...(native && { action: formDataPath, encType: 'multipart/form-data' })}
        onSubmit={submit}
        noValidate={hydrated}
        className={classes('grid gap-5 sm:grid-cols-2', !native && 'noscript:hidden')}
      >
        <input type="hidden" name="service_id" value={mail.serviceId} />
        <input type="hidden" name="template_id" value={mail.templateId} />
        <input type="hidden" name="user_id" value={mail.publicKey} />
        <fieldset role="none" disabled={!native && !hydrated} className="contents">
          <TextField
            label={t('name')}
            autoComplete="name"
            required
            error={errors.name?.message}
            {...register('name')}
          />
          <TextField
            label={t('email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            required
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
            required
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
        </fieldset>
      </form>
    </div>
  );
}
