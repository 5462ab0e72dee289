import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Json } from '#app/lib/database.types.ts';
import { settingsWords } from '#app/messages/en/admin-settings.ts';
import { useWords } from '#app/messages/use-words.ts';
import { toast } from '#app/ui/toast.ts';
import { refusalOf } from '../refusal.ts';
import { saveSettings } from './settings-data.ts';
import type { SettingsGroup } from './settings-groups.ts';

/** Saves a group of settings and tells how it went: `failure` is '' or what to say beside the button. */
export function useSaveSettings(group: SettingsGroup | 'faq', version: number | null) {
  const t = useWords(settingsWords);
  const { revalidate } = useRevalidator();
  const [failure, setFailure] = useState('');
  const save = async (value: Json): Promise<void> => {
    setFailure('');
    try {
      if (!(await saveSettings(version, group, value))) {
        setFailure(t('conflict'));
        return;
      }
      toast({ title: t('saved', { group: t(group) }) });
      await revalidate();
    } catch (error) {
      setFailure(refusalOf(error));
    }
  };
  return { save, failure };
}
