import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { Language } from '#app/i18n/languages.ts';
import { adminBrandPreviewTexts } from '#app/i18n/texts/admin-brand-preview.ts';
import type { TablesUpdate } from '#app/lib/database.types.ts';
import type { BrandRow } from '#app/store/brand-row.ts';
import { errorMessage } from '../../../ui/error-message.ts';
import { type BrandForm, brandColumns, brandForm } from '../brand-form.ts';
import { renderDraft } from './render-draft.ts';

/** Milliseconds after the last change of the form until the page is rendered. */
const DELAY = 400;

type DraftPage = {
  /** The page as last rendered; '' before the first time. */
  html: string;
  busy: boolean;
  /** Why the page does not show the form as it is, or ''. */
  problem: string;
  retry: () => void;
};

/** A page of the store with what is typed in the form of its brand. Keeps the last valid draft while a field is not valid. */
export function useDraftPage(stored: BrandRow, path: string, language: Language): DraftPage {
  const { control, getValues } = useFormContext<BrandForm>();
  const typed = JSON.stringify(useWatch({ control }));
  const [html, setHtml] = useState('');
  const [busy, setBusy] = useState(true);
  const [problem, setProblem] = useState('');
  const [tries, setTries] = useState(0);
  const lastValid = useRef<TablesUpdate<'brands'>>({});

  const render = useEffectEvent(async (signal: AbortSignal) => {
    const t = adminBrandPreviewTexts();
    const read = brandForm.safeParse(getValues());
    if (read.success) lastValid.current = brandColumns(read.data, stored);
    setBusy(true);
    try {
      setHtml(await renderDraft({ path, language, draft: lastValid.current }, signal));
      const mistake = read.error?.issues[0]?.message;
      setProblem(mistake === undefined ? '' : t('invalid', { mistake }));
    } catch (error) {
      if (!signal.aborted) setProblem(t('failed', { reason: errorMessage(error) }));
    }
    if (!signal.aborted) setBusy(false);
  });
  useEffect(() => {
    const replaced = new AbortController();
    const timer = setTimeout(() => void render(replaced.signal), DELAY);
    return () => {
      clearTimeout(timer);
      replaced.abort();
    };
  }, [typed, stored.version, path, language, tries]);

  return { html, busy, problem, retry: () => setTries(tries + 1) };
}
