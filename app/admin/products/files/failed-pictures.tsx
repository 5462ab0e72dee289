import adminCsvMessages from '#app/i18n/messages/en/admin-csv.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import type { FailedPicture } from './import-pictures.ts';

type FailedPicturesProps = { failed: readonly FailedPicture[] };

/** Pictures that the import could not fetch. */
export function FailedPictures({ failed }: FailedPicturesProps) {
  const t = useTranslations('admin-csv', adminCsvMessages);
  return (
    <section className="grid gap-2 rounded-card bg-warning-tint p-3 text-sm text-warning-text">
      <p>{t('picturesFailed', { count: failed.length })}</p>
      <ul className="max-h-64 list-disc overflow-y-auto ps-5">
        {failed.map(({ address, product, problem }) => (
          <li key={`${product} ${address}`} className="wrap-anywhere">
            <bdi>{product}</bdi>: <bdi>{address}</bdi> ({t(`picture_${problem}`)})
          </li>
        ))}
      </ul>
    </section>
  );
}
