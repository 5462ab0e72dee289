import { useController } from 'react-hook-form';
import { adminBrandPicturesTexts } from '#app/i18n/texts/admin-brand-pictures.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { PictureField, picturePreview } from '../../../ui/edit/picture-field.tsx';
import { TranslatedField } from '../../../ui/edit/translated-field.tsx';
import type { BrandForm } from '../brand-form.ts';
import { brandLabels } from '../brand-labels.ts';
import { HeroFilms } from './hero-films.tsx';
import { mediaBucket, storedPath } from './picture-values.ts';

/** Shows pictures and films when versions are compared. */
export function formatPictures(field: string, value: unknown) {
  if (field === 'hero_picture' || field === 'story_picture') return picturePreview(value);
  if (field === 'hero_films' && Array.isArray(value))
    return adminBrandPicturesTexts()('films', { count: value.length });
  return undefined;
}

type BrandPicturesProps = { onBusy: (busy: boolean) => void };

/** Pictures and films of hero and story, with what they show in each language. */
export function BrandPictures({ onBusy }: BrandPicturesProps) {
  const t = adminBrandPicturesTexts();
  const labels = brandLabels();
  const hero = useController<BrandForm, 'hero_picture'>({ name: 'hero_picture' }).field;
  const story = useController<BrandForm, 'story_picture'>({ name: 'story_picture' }).field;
  const shared = { bucket: mediaBucket, folder: pageTenant(), optional: true, onBusy };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:col-span-2">
      <PictureField
        {...shared}
        label={labels.hero_picture}
        hint={t('heroPictureHint')}
        value={hero.value}
        onChange={(address) => hero.onChange(storedPath(address))}
      />
      <TranslatedField
        name="hero_picture_alt"
        label={labels.hero_picture_alt}
        hint={t('altHint')}
        rows={2}
        optional
      />
      <HeroFilms onBusy={onBusy} />
      <PictureField
        {...shared}
        label={labels.story_picture}
        hint={t('storyPictureHint')}
        value={story.value}
        onChange={(address) => story.onChange(storedPath(address))}
      />
      <TranslatedField
        name="story_picture_alt"
        label={labels.story_picture_alt}
        hint={t('altHint')}
        rows={2}
        optional
      />
    </div>
  );
}
