import { categoriesWords } from '#app/messages/en/admin-categories.ts';
import { useWords } from '#app/messages/use-words.ts';
import { Button } from '#app/ui/button.tsx';
import { Picture } from '#app/ui/picture.tsx';
import type { ListedCategory } from './categories-data.ts';

/** What somebody else saved while this form was open, beside what is typed in it. */
export function TheirCategory({ category, onTake }: { category: ListedCategory; onTake: () => void }) {
  const t = useWords(categoriesWords);
  return (
    <section
      role="alert"
      className="grid justify-items-start gap-3 rounded-card border-2 border-warning-text p-4"
    >
      <p className="font-semibold">{t('conflict')}</p>
      <p className="text-ink-soft text-sm">{t('conflictWhy')}</p>
      <div className="flex items-start gap-3">
        <Picture
          src={category.image}
          alt=""
          sizes="4rem"
          widest={160}
          className="size-16 shrink-0 rounded-picture object-cover"
        />
        <div className="wrap-anywhere min-w-0">
          <p className="font-medium">{category.name}</p>
          <p className="line-clamp-6 text-sm">{category.description}</p>
        </div>
      </div>
      <Button variant="outline" size="small" onClick={onTake}>
        {t('takeTheirs')}
      </Button>
    </section>
  );
}
