import adminVariantsMessages from '#app/i18n/messages/en/admin-variants.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { Picture } from '#app/ui/picture.tsx';

type PictureChooserProps = {
  /** The variant. */
  name: string;
  /** Addresses of the product's pictures. */
  pictures: string[];
  /** The variant's own picture, '' when it shows the product's. */
  chosen: string;
  onChoose: (picture: string) => void;
  onClose: () => void;
};

/** Asks which of the product's pictures shows a variant. */
export function PictureChooser({ name, pictures, chosen, onChoose, onClose }: PictureChooserProps) {
  const t = useTranslations('admin-variants', adminVariantsMessages);
  const offered = chosen === '' || pictures.includes(chosen) ? pictures : [chosen, ...pictures];
  return (
    <Dialog open title={t('pictureOf', { name })} onClose={onClose}>
      {offered.length === 0 ? <p className="text-ink-soft">{t('noPictures')}</p> : null}
      <ul className="grid grid-cols-3 gap-3 sm:grid-cols-4">
        {offered.map((src, index) => (
          <li key={src}>
            <button
              type="button"
              aria-label={t('pictureNumber', { number: index + 1 })}
              aria-pressed={src === chosen}
              onClick={() => onChoose(src)}
              className={classes(
                'block w-full overflow-hidden rounded-picture border-2',
                src === chosen ? 'border-focus' : 'border-transparent hover:border-line-strong',
              )}
            >
              <Picture
                src={src}
                alt=""
                sizes="8rem"
                widest={320}
                className="aspect-square w-full object-cover"
              />
            </button>
          </li>
        ))}
      </ul>
      {chosen ? (
        <Button variant="outline" onClick={() => onChoose('')}>
          {t('productPicture')}
        </Button>
      ) : null}
    </Dialog>
  );
}
