import { adminVariantsTexts } from '#app/i18n/texts/admin-variants.ts';
import { Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { Picture } from '#app/ui/picture.tsx';

type PictureChooserProps = {
  /** Name of the variant. */
  name: string;
  /** Addresses of the product's pictures. */
  pictures: string[];
  /** Text without pictures. */
  noPictures: string;
  /** Picture of the variant; '' when it shows the product's. */
  selected: string;
  onChoose: (picture: string) => void;
  onClose: () => void;
};

/** Dialog that picks one of the product's pictures for a variant. */
export function PictureChooser(props: PictureChooserProps) {
  const { name, pictures, noPictures, selected, onChoose, onClose } = props;
  const t = adminVariantsTexts();
  const offered = selected === '' || pictures.includes(selected) ? pictures : [selected, ...pictures];
  return (
    <Dialog open title={t('pictureOf', { name })} onClose={onClose}>
      {offered.length === 0 ? <p className="text-ink-soft">{noPictures}</p> : null}
      <ul className="grid grid-cols-3 gap-3 sm:grid-cols-4">
        {offered.map((src, index) => (
          <li key={src}>
            <button
              type="button"
              aria-label={t('pictureNumber', { number: index + 1 })}
              aria-pressed={src === selected}
              onClick={() => onChoose(src)}
              className={classes(
                'block w-full overflow-hidden rounded-picture border-2',
                src === selected ? 'border-focus' : 'border-transparent hover:border-line-strong',
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
      {selected ? (
        <Button variant="outline" onClick={() => onChoose('')}>
          {t('productPicture')}
        </Button>
      ) : null}
    </Dialog>
  );
}
