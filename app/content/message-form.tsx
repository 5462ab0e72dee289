import { Form, useLocation, useNavigation, useSearchParams } from 'react-router';
import { contentTexts } from '#app/i18n/texts/content.ts';
import type { StoreContext } from '#app/lib/context.ts';
import { useRootData } from '#app/store/root-data.ts';
import { Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { NeedsScript } from '#app/ui/needs-script.tsx';
import { TextareaField, TextField } from '#app/ui/text-field.tsx';
import { textLinkClasses } from '#app/ui/text-link.tsx';
import { useHydrated } from '#app/ui/use-hydrated.ts';
import type { ContactAnswer } from './contact-form.ts';

interface MessageFormProps {
  mail: StoreContext['mail'];
  answer?: ContactAnswer | undefined;
}

/** Contact form. Works without JavaScript, unless the store sends with EmailJS, which runs in the browser. */
export function MessageForm({ mail, answer }: MessageFormProps) {
  const t = contentTexts();
  const { contactEmail } = useRootData().settings.contact;
  const hydrated = useHydrated();
  const [search] = useSearchParams();
  const location = useLocation();
  const busy = useNavigation().formMethod === 'POST';
  const sent = search.has('sent') && !answer;
  const { typed, errors, failure } = answer ?? {};
  return (
    <div className="grid max-w-2xl gap-8">
      {sent ? (
        <p role="status" className="rounded-card bg-success-tint p-4 text-success-text">
          {t('contactSentWhy')}
        </p>
      ) : null}
      {mail ? (
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
      ) : null}
      <Form
        // A fresh form after a message was sent.
        key={sent ? location.key : ''}
        method="post"
        noValidate={hydrated}
        className={classes('grid gap-5 sm:grid-cols-2', mail !== null && 'noscript:hidden')}
      >
        {Object.entries(mail ?? {}).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <fieldset role="none" disabled={mail !== null && !hydrated} className="contents">
          <TextField
            label={t('name')}
            name="name"
            autoComplete="name"
            required
            defaultValue={typed?.name}
            error={errors?.name?.[0]}
          />
          <TextField
            label={t('email')}
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            required
            defaultValue={typed?.email}
            error={errors?.email?.[0]}
          />
          <TextField
            className="sm:col-span-2"
            label={t('subject')}
            name="subject"
            optional
            defaultValue={typed?.subject}
            error={errors?.subject?.[0]}
          />
          <TextareaField
            className="sm:col-span-2"
            label={t('message')}
            name="message"
            rows={6}
            required
            defaultValue={typed?.message}
            error={errors?.message?.[0]}
          />
          {failure ? (
            <p role="alert" className="rounded-card bg-danger-tint p-4 text-danger-text sm:col-span-2">
              {failure}
            </p>
          ) : null}
          <Button type="submit" size="large" busy={busy} className="justify-self-start">
            {t('send')}
          </Button>
        </fieldset>
      </Form>
    </div>
  );
}
