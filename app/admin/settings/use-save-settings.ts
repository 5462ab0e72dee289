import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Json } from '#app/lib/database.types.ts';
import { settingsWords } from '#app/messages/en/admin-settings.ts';
import { useWords } from '#app/messages/use-words.ts';
import { toast } from '#app/ui/toast.ts';
import { refusalOf } from '../refusal.ts';
import { readSettings, saveSettings } from './settings-data.ts';
import type { SettingsColumn } from './settings-groups.ts';

/** What somebody else has saved in the meantime, and the row's version then. */
export type NewerSettings = { version: number; column: Json };

/**
 * Saves a group of settings and tells how it went: `failure` is '' or what to say beside the button, `newer` is set when
 * somebody else has saved the same group since it was opened. Another group that was saved meanwhile is no conflict: all
 * groups share one row, and its version is followed.
 */
export function useSaveSettings(group: SettingsColumn, version: number | null, opened: Json) {
  const t = useWords(settingsWords);
  const { revalidate } = useRevalidator();
  const [failure, setFailure] = useState('');
  const [newer, setNewer] = useState<NewerSettings | null>(null);

  /** Saves over the version of the row that is given; answers with what is in the way, or null. */
  const attempt = async (over: number | null, value: Json, known: Json): Promise<NewerSettings | null> => {
    if (await saveSettings(over, group, value)) return null;
    const row = await readSettings();
    if (!row) return attempt(null, value, known);
    const column = row[group];
    if (JSON.stringify(column) === JSON.stringify(known)) return attempt(row.version, value, known);
    return { version: row.version, column };
  };

  const run = async (over: number | null, value: Json, known: Json): Promise<void> => {
    setFailure('');
    try {
      const inTheWay = await attempt(over, value, known);
      setNewer(inTheWay);
      if (inTheWay) return;
      toast({ title: t('saved', { group: t(group) }) });
      await revalidate();
    } catch (error) {
      setFailure(refusalOf(error));
    }
  };

  return {
    failure,
    newer,
    save: (value: Json) => run(version, value, opened),
    /** Saves over what somebody else saved, after the person has seen it. */
    saveOver: (value: Json) => (newer ? run(newer.version, value, newer.column) : Promise.resolve()),
    /** Drops what was typed for what somebody else saved. */
    loadTheirs: async () => {
      await revalidate();
      setNewer(null);
    },
  };
}
