import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import { BrandFileField } from './brand-file-field.tsx';

/** The music that visitors can start. */
export function MusicFields({ onBusy }: { onBusy: (busy: boolean) => void }) {
  const t = adminSettingsTexts();
  return (
    <BrandFileField
      name="music"
      use="music"
      hint={t('musicHint')}
      remove={t('removeMusic')}
      preview={(path) => (
        <audio controls preload="none" src={path} className="max-w-full">
          <track kind="captions" />
        </audio>
      )}
      onBusy={onBusy}
    />
  );
}
