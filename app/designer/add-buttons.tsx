import { ImagePlus, Type } from 'lucide-react';
import { useRef, useState } from 'react';
import { inkOnFabric } from '#app/garments/colors.ts';
import { customizeTexts } from '#app/i18n/texts/customize.ts';
import { newId } from '#app/lib/row-id.ts';
import { cutText } from '#app/lib/typed-text.ts';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast.ts';
import { LIMITS } from './design.ts';
import { newImage, newText, withElement } from './design-edits.ts';
import {
  change,
  currentDesign,
  imageLoaded,
  select,
  selectAdded,
  useDesign,
  useDesigner,
} from './designer-store.ts';
import { measureIn } from './draw-design.ts';
import { IMAGE_RULES, importImage } from './image-import.ts';
import { saveImage } from './local-images.ts';
import { placeBeside } from './place-beside.ts';

/** **Add text** and **Add image**. */
export function AddButtons() {
  const t = customizeTexts();
  const { elements } = useDesign();
  const [busy, setBusy] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const full = elements.length >= LIMITS.elements;

  const addText = () => {
    const design = currentDesign();
    const { side } = useDesigner.getState();
    const text = newText(newId(), side, t('newText'), inkOnFabric(design.garment, design.color));
    const placed = placeBeside(design, text, measureIn);
    change(() => withElement(design, placed));
    selectAdded(placed);
  };

  const addImage = async (file: File) => {
    setBusy(true);
    const imported = await importImage(file);
    setBusy(false);
    if ('problem' in imported) {
      toast({
        title: t('imageFailed'),
        description: t(`problem_${imported.problem}`),
        variant: 'destructive',
      });
      return;
    }
    const id = newId();
    const source = `local:${id}`;
    await saveImage(id, imported.blob);
    imageLoaded(source, await createImageBitmap(imported.blob));
    const image = newImage(newId(), useDesigner.getState().side, currentDesign().garment, {
      source,
      name: cutText(file.name, 80),
      pixelWidth: imported.width,
      pixelHeight: imported.height,
    });
    change((design) => withElement(design, placeBeside(design, image, measureIn)));
    select(image.id);
  };

  return (
    <div className="grid gap-2">
      <div className="grid grid-cols-2 gap-3">
        <Button variant="outline" className="max-sm:px-2" disabled={full} onClick={addText}>
          <Type className="size-5" />
          {t('addText')}
        </Button>
        <Button
          variant="outline"
          className="max-sm:px-2"
          disabled={full}
          busy={busy}
          onClick={() => file.current?.click()}
        >
          <ImagePlus className="size-5" />
          {t('addImage')}
        </Button>
        <input
          ref={file}
          type="file"
          accept={IMAGE_RULES.types.join(',')}
          hidden
          aria-label={t('addImage')}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) void addImage(file);
            target.value = '';
          }}
        />
      </div>
      <p className="text-ink-soft text-sm">{full ? t('full', { count: LIMITS.elements }) : t('imageHint')}</p>
    </div>
  );
}
