import { z } from 'zod';
import { adminRepliesTexts } from '#app/i18n/texts/admin-replies.ts';
import type englishAdminReplies from '#app/i18n/texts/en/admin-replies.json';
import type { PlainKey } from '#app/i18n/translations.ts';
import { limitedText } from '#app/lib/text-schemas.ts';
import { translatedValues, translationsColumn, withTranslations } from '../../ui/edit/translated-texts.ts';
import type { SavedReply } from './saved-replies-data.ts';

const message = (key: PlainKey<typeof englishAdminReplies>) => () => adminRepliesTexts()(key);

/** Texts of a saved reply that are translated. */
export const replyTexts = ['title', 'body'] as const;

/** Schema of a saved reply. */
export const savedReplyForm = z.object(
  withTranslations({
    title: limitedText(120, message('tooLong')).min(1, { error: message('titleMissing') }),
    body: limitedText(4000, message('tooLong')).min(1, { error: message('bodyMissing') }),
  }),
);

export type SavedReplyForm = z.output<typeof savedReplyForm>;

/** Returns the columns that the form changes in a stored reply. */
export const savedReplyColumns = (form: SavedReplyForm, stored: SavedReply | null) => ({
  title: form.title,
  body: form.body,
  translations: translationsColumn(replyTexts, form, stored?.translations),
});

/** Returns the form values of a reply; empty for a new one. */
export const savedReplyFormValues = (row: SavedReply | null): SavedReplyForm => ({
  ...translatedValues(replyTexts, row?.translations),
  title: row?.title ?? '',
  body: row?.body ?? '',
});
