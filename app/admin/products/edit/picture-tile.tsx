import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ChevronLeft, ChevronRight, GripVertical, Trash2 } from 'lucide-react';
import { defaultLanguage } from '#app/i18n/languages.ts';
import { adminProductsTexts } from '#app/i18n/texts/admin-products.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { Picture } from '#app/ui/picture.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { inputLanguage, TranslatedLabel } from '../../ui/edit/translated-field.tsx';
import { otherLanguages, translatedName } from '../../ui/edit/translated-texts.ts';
import type { FormPicture } from '../model/product-form.ts';

type PictureTileProps = {
  picture: FormPicture;
  /** Starts at 1. */
  number: number;
  count: number;
  onMove: (by: -1 | 1) => void;
  onAlt: (alts: Partial<FormPicture>) => void;
  onRemove: () => void;
};

/** A picture of a product, sortable by its handle with pointer or keyboard. */
export function PictureTile({ picture, number, count, onMove, onAlt, onRemove }: PictureTileProps) {
  const t = adminProductsTexts();
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: picture.src });
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Transform.toString(transform), transition }}
      className={classes(
        'grid content-start gap-2 rounded-card border bg-surface p-2',
        isDragging && 'relative z-10 shadow-raised',
      )}
    >
      <div className="relative">
        <Picture
          src={picture.src}
          alt={picture.alt || t('pictureNumber', { number })}
          sizes="12rem"
          widest={480}
          className="aspect-square w-full rounded-picture object-cover"
        />
        {number === 1 ? (
          <Badge tone="brand" className="absolute start-2 top-2">
            {t('cover')}
          </Badge>
        ) : null}
      </div>
      <div className="-mx-1 flex justify-between">
        <button
          ref={setActivatorNodeRef}
          type="button"
          {...attributes}
          {...listeners}
          aria-label={t('drag', { number })}
          className="grid size-11 cursor-grab touch-none place-items-center rounded-control hover:bg-sunken active:cursor-grabbing"
        >
          <GripVertical className="size-4" />
        </button>
        <Button
          variant="quiet"
          size="icon"
          disabled={number === 1}
          aria-label={t('earlier', { number })}
          onClick={() => onMove(-1)}
        >
          <ChevronLeft className="size-4 rtl:-scale-x-100" />
        </Button>
        <Button
          variant="quiet"
          size="icon"
          disabled={number === count}
          aria-label={t('later', { number })}
          onClick={() => onMove(1)}
        >
          <ChevronRight className="size-4 rtl:-scale-x-100" />
        </Button>
        <Button variant="quiet" size="icon" aria-label={t('removePicture', { number })} onClick={onRemove}>
          <Trash2 className="size-4" />
        </Button>
      </div>
      <TextField
        label={t('alt', { number })}
        placeholder={t('altHint')}
        maxLength={300}
        value={picture.alt}
        {...inputLanguage(defaultLanguage)}
        onChange={(event) => onAlt({ alt: event.target.value })}
      />
      {otherLanguages.map((language) => {
        const name = translatedName('alt', language);
        const missing = picture.alt.trim() !== '' && picture[name].trim() === '';
        const label = t('alt', { number });
        return (
          <TextField
            key={language}
            label={<TranslatedLabel label={label} language={language} missing={missing} />}
            maxLength={300}
            value={picture[name]}
            {...inputLanguage(language)}
            onChange={(event) => onAlt({ [name]: event.target.value })}
          />
        );
      })}
    </li>
  );
}
