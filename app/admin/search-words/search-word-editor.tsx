import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import adminSearchWordsMessages from '#app/i18n/messages/en/admin-search-words.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Checkbox } from '#app/ui/choice.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toastName } from '#app/ui/toast.ts';
import { EditorDialog } from '../kit/edit/editor-dialog.tsx';
import { useEditor } from '../kit/edit/use-editor.ts';
import { errorMessage } from '../kit/error-message.ts';
import { searchWordForm, searchWordFormValues } from './search-word-form.ts';
import { addSearchWord, type StoredSearchWord, saveSearchWord } from './search-words-data.ts';

type SearchWordEditorProps = {
  /** Null for a new one. */
  word: StoredSearchWord | null;
  onClose: () => void;
};

/** Form of a search word and what it also finds. */
export function SearchWordEditor({ word, onClose }: SearchWordEditorProps) {
  const t = useTranslations('admin-search-words', adminSearchWordsMessages);
  const form = useForm({
    resolver: zodResolver(searchWordForm),
    defaultValues: searchWordFormValues(word),
  });
  const { errors } = form.formState;
  const editor = useEditor(form, {
    row: word,
    formValues: searchWordFormValues,
    write: (values, base) => (base ? saveSearchWord(base, values) : addSearchWord(values)),
    saved: (values) => t('saved', { name: toastName(values.word) }),
    onClose,
    failed: (error) => `${t('failed')}: ${errorMessage(error)}`,
  });
  return (
    <EditorDialog
      resource={word ? `search word ${word.id}` : ''}
      title={word ? t('editOne', { name: word.words[0] ?? '' }) : t('addTitle')}
      editor={editor}
      names={{ labels: { word: t('word'), finds: t('finds'), same: t('same') } }}
      save={t('save')}
      onClose={onClose}
    >
      <TextField
        label={t('word')}
        hint={t('wordHint')}
        dir="auto"
        autoComplete="off"
        error={errors.word?.message}
        {...form.register('word')}
      />
      <TextField
        label={t('finds')}
        hint={t('findsHint')}
        dir="auto"
        autoComplete="off"
        error={errors.finds?.message}
        {...form.register('finds')}
      />
      <Checkbox label={t('same')} hint={t('sameHint')} {...form.register('same')} />
    </EditorDialog>
  );
}
