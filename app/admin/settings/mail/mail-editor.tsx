import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm } from 'react-hook-form';
import { href } from 'react-router';
import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import type { BrandRow } from '#app/store/brand-row.ts';
import { TextField } from '#app/ui/text-field.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import { EditorFrame } from '../../ui/edit/editor-frame.tsx';
import { TranslatedField } from '../../ui/edit/translated-field.tsx';
import { translatedLabels } from '../../ui/edit/translated-texts.ts';
import { useEditor } from '../../ui/edit/use-editor.ts';
import { errorMessage } from '../../ui/error-message.ts';
import { saveBrand } from '../brand/brand-data.ts';
import { mailColumns, mailForm, mailFormValues } from './mail-form.ts';

type MailEditorProps = {
  stored: BrandRow;
  /** Whether the user may change the sender and send a test. */
  mayChangeSender: boolean;
};

/** Form of a store's mail, its sender and signature, and of what its order numbers begin with. */
export function MailEditor({ stored, mayChangeSender }: MailEditorProps) {
  const t = adminSettingsTexts();
  const form = useForm({ resolver: zodResolver(mailForm), defaultValues: mailFormValues(stored) });
  const { register, formState } = form;
  const { errors } = formState;
  const editor = useEditor(form, {
    row: stored,
    formValues: mailFormValues,
    write: (values, base) => saveBrand(base, mailColumns(values, base)),
    saved: () => t('saved', { group: t('mail') }),
    failed: (error) => `${t('saveFailed')}: ${errorMessage(error)}`,
  });
  const texts = { mail_signature: t('brand_mail_signature') };
  const labels = {
    mail_sender: t('brand_mail_sender'),
    mail_reply_to: t('brand_mail_reply_to'),
    order_prefix: t('brand_order_prefix'),
    ...texts,
    ...translatedLabels(['mail_signature'], texts),
  };
  const defaultPrefix = pageTenant().slice(0, 2).toUpperCase();

  return (
    <FormProvider {...form}>
      <EditorFrame main editor={editor} labels={labels} save={t('save')} className="gap-4">
        <TextField
          label={labels.mail_sender}
          hint={t(mayChangeSender ? 'mailSenderHint' : 'mailSenderNotYours')}
          optional
          type="email"
          autoComplete="off"
          readOnly={!mayChangeSender}
          className="max-w-xl"
          error={errors.mail_sender?.message}
          {...register('mail_sender')}
        />
        {mayChangeSender ? (
          <TextLink className="justify-self-start" to={href('/admin/setup/messages')}>
            {t('mailTest')}
          </TextLink>
        ) : null}
        <TextField
          label={labels.mail_reply_to}
          hint={t('mailReplyToHint')}
          optional
          type="email"
          autoComplete="off"
          className="max-w-xl"
          error={errors.mail_reply_to?.message}
          {...register('mail_reply_to')}
        />
        <TranslatedField
          name="mail_signature"
          label={labels.mail_signature}
          hint={t('mailSignatureHint')}
          rows={4}
          optional
        />
        <TextField
          label={labels.order_prefix}
          hint={t('orderPrefixHint', { example: `${stored.order_prefix ?? defaultPrefix}-4K7QM-0X9TB` })}
          optional
          dir="ltr"
          autoComplete="off"
          placeholder={defaultPrefix}
          className="max-w-xl"
          error={errors.order_prefix?.message}
          {...register('order_prefix')}
        />
      </EditorFrame>
    </FormProvider>
  );
}
