import { type ChangeEvent, type FormEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { pageTenant } from '#app/brands/page-tenant.ts';
import { categoriesWords } from '#app/messages/en/admin-categories.ts';
import { useWords } from '#app/messages/use-words.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Field } from '#app/ui/field.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { TextareaField, TextField } from '#app/ui/text-field.tsx';
import { toast, toastName } from '#app/ui/toast.ts';
import { refusalOf } from '../refusal.ts';
import { pictureProblem, pictureTypes, uploadPicture } from '../upload-picture.ts';
import { addCategory, type ListedCategory, readCategories, saveCategory } from './categories-data.ts';
import { TheirCategory } from './their-category.tsx';
import { removeUnusedPicture } from './unused-picture.ts';

type CategoryDialogProps = { category: ListedCategory | null; onClose: () => void };

/** The form of a category, new or there already. */
export function CategoryDialog({ category, onClose }: CategoryDialogProps) {
  const t = useWords(categoriesWords);
  const { revalidate } = useRevalidator();
  const [opened, setOpened] = useState(category);
  const [theirs, setTheirs] = useState<ListedCategory | null>(null);
  const [image, setImage] = useState(category?.image ?? '');
  const [uploading, setUploading] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const [pictureFailure, setPictureFailure] = useState('');

  const take = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0];
    event.currentTarget.value = '';
    if (!file) return;
    const problem = pictureProblem(file);
    setPictureFailure(problem ? t(problem) : '');
    if (problem) return;
    setUploading(true);
    try {
      setImage(await uploadPicture('website-images', `category-images/${pageTenant()}`, file));
    } catch (error) {
      setPictureFailure(refusalOf(error));
    } finally {
      setUploading(false);
    }
  };

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const name = String(typed.get('name') ?? '');
    const entry = { name, description: String(typed.get('description') ?? ''), image };
    setBusy(true);
    setFailure('');
    try {
      const base = theirs ?? opened;
      if (!base) await addCategory(entry);
      else if (!(await saveCategory(base.id, base.version, entry))) {
        setTheirs((await readCategories()).find(({ id }) => id === base.id) ?? null);
        return;
      } else if (base.image !== image) void removeUnusedPicture(base.image);
      toast({ title: t('saved', { name: toastName(name.trim()) }) });
      onClose();
      await revalidate();
    } catch (error) {
      setFailure(refusalOf(error));
    } finally {
      setBusy(false);
    }
  };

  const takeTheirs = () => {
    setOpened(theirs);
    setImage(theirs?.image ?? '');
    setTheirs(null);
  };

  return (
    <Dialog open onClose={onClose} title={category ? t('editTitle', { name: category.name }) : t('addTitle')}>
      <form key={opened?.version} onSubmit={(event) => void save(event)} noValidate className="grid gap-5">
        <TextField
          label={t('name')}
          name="name"
          maxLength={120}
          defaultValue={opened?.name}
          error={failure}
        />
        <TextareaField
          label={t('description')}
          name="description"
          optional
          maxLength={5000}
          defaultValue={opened?.description ?? ''}
        />
        {image ? (
          <div className="flex items-end gap-3">
            <Picture
              src={image}
              alt=""
              sizes="8rem"
              widest={320}
              className="size-32 rounded-picture object-cover"
            />
            <Button variant="quiet" size="small" onClick={() => setImage('')}>
              {t('removePicture')}
            </Button>
          </div>
        ) : null}
        <Field label={t('choosePicture')} hint={t('pictureHint')} error={pictureFailure} optional>
          {(wiring) => (
            <input
              {...wiring}
              type="file"
              className="w-full min-w-0"
              accept={pictureTypes}
              onChange={(event) => void take(event)}
            />
          )}
        </Field>
        {theirs ? <TheirCategory category={theirs} onTake={takeTheirs} /> : null}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" busy={busy || uploading}>
            {uploading ? t('uploading') : theirs ? t('saveMine') : t('save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
