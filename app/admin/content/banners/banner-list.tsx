import { Eye } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatDateTime } from '#app/i18n/format.ts';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { adminBannersTexts } from '#app/i18n/texts/admin-banners.ts';
import { translatedRow } from '#app/i18n/translated-row.ts';
import type { Banner } from '#app/landing/banners/banner.ts';
import { BannerDialog } from '#app/landing/banners/banner-dialog.tsx';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { toastName } from '#app/ui/toast.ts';
import { picturePreview } from '../../ui/edit/picture-field.tsx';
import { errorMessage } from '../../ui/error-message.ts';
import { columnsOf } from '../../ui/list/features.ts';
import { SecondLine } from '../../ui/list/table-parts.tsx';
import {
  CheckboxInput,
  PeriodInputs,
  PictureInput,
  TextInput,
  TranslatedInput,
} from '../../ui/resource/inputs.tsx';
import { OrderedList } from '../../ui/resource/ordered-list.tsx';
import type { Resource } from '../../ui/resource/resource.ts';
import { addRow } from '../../ui/resource/rows.ts';
import { stateTones, windowState } from '../window-state.ts';
import { type BannerForm, bannerColumns, bannerForm, bannerFormValues, bannerTexts } from './banner-form.ts';
import { deleteBanner, orderBanners, type StoredBanner, saveBanner } from './banners-data.ts';

const column = columnsOf<StoredBanner>();

const stateOf = ({ is_active: active, start_date: from, end_date: to }: StoredBanner) =>
  windowState({ active, from, to });

/** Converts the form values to a banner, for the pop-up's preview. */
function typedBanner(form: BannerForm): Banner {
  const { description, link_url, translations: _, ...columns } = bannerColumns(form, null);
  return { ...columns, id: 'typed', position: 0, description: description ?? '', link_url: link_url ?? '' };
}

function useBannerColumns() {
  const t = adminBannersTexts();
  return useMemo(() => {
    const windowText = ({ start_date: from, end_date: to }: StoredBanner) => {
      if (from && to) return t('windowFromTo', { from: formatDateTime(from), to: formatDateTime(to) });
      if (from) return t('windowFrom', { from: formatDateTime(from) });
      return to ? t('windowTo', { to: formatDateTime(to) }) : t('windowAlways');
    };
    return column.columns([
      column.display({
        id: 'picture',
        header: t('picture'),
        meta: { from: 'xl', hiddenWhenFolded: true, unseenHead: true, className: 'w-0' },
        cell: ({ row: { original: banner } }) => (
          <Picture
            src={banner.image_url}
            alt=""
            sizes="6rem"
            widest={320}
            className="aspect-4/3 w-16 max-w-none rounded-picture object-cover"
          />
        ),
      }),
      column.accessor((banner) => translatedRow(banner).title, {
        id: 'title',
        header: t('name'),
        enableHiding: false,
        meta: { isMain: true, className: '@2xl:min-w-36' },
        cell: ({ row: { original: banner } }) => {
          const { title, description } = translatedRow(banner);
          return (
            <>
              <span className="wrap-anywhere line-clamp-2 font-medium">{title || t('unnamed')}</span>
              {description ? (
                <SecondLine className="text-sm">
                  <span className="line-clamp-1">{description}</span>
                </SecondLine>
              ) : null}
            </>
          );
        },
      }),
      column.accessor((banner) => t(`state_${stateOf(banner)}`), {
        id: 'state',
        header: t('state'),
        meta: { from: '3xl', className: 'whitespace-nowrap' },
        cell: ({ getValue, row: { original: banner } }) => (
          <Badge tone={stateTones[stateOf(banner)]}>{getValue()}</Badge>
        ),
      }),
      column.accessor(windowText, {
        id: 'window',
        header: t('window'),
        enableSorting: false,
        meta: { from: '4xl', className: 'text-ink-soft' },
        cell: ({ getValue, row: { original: banner } }) => {
          const { start_date: from, end_date: to } = banner;
          if (!from || !to) return <span className="@4xl:whitespace-nowrap">{getValue()}</span>;
          return (
            <span data-line className="flex flex-wrap gap-x-1.5 @4xl:*:whitespace-nowrap">
              <span>{t('windowFrom', { from: formatDateTime(from) })}</span>
              <span>{t('windowTo', { to: formatDateTime(to) })}</span>
            </span>
          );
        },
      }),
    ]);
  }, [t]);
}

type BannersOptions = { nextPosition: number; onPreview: (banners: Banner[]) => void };

/** The resource of the store's banners; a new one gets the given position. */
function useBanners({ nextPosition, onPreview }: BannersOptions): Resource<StoredBanner, BannerForm> {
  const t = adminBannersTexts();
  const tAdmin = adminTexts();
  const columns = useBannerColumns();
  return useMemo(() => {
    const nameOf = (banner: Pick<StoredBanner, 'title' | 'translations'>) =>
      translatedRow(banner).title || t('unnamed');
    return {
      list: 'banners',
      entity: 'banner',
      title: t('title'),
      nameOf,
      sort: 'place',
      columns,
      add: t('add'),
      none: t('none'),
      noneWhy: t('noneWhy'),
      form: {
        schema: bannerForm,
        values: bannerFormValues,
        translated: bannerTexts,
        labels: {
          title: t('name'),
          description: t('description'),
          image: t('picture'),
          link: t('link'),
          from: t('from'),
          to: t('to'),
          isActive: t('isActive'),
        },
        formatField: (field, value) => (field === 'image' ? picturePreview(value) : undefined),
        fields: ({ getValues }) => (
          <>
            <TranslatedInput name="title" />
            <TranslatedInput name="description" optional rows={2} />
            <PictureInput
              name="image"
              hint={t('pictureHint')}
              bucket="banners"
              folder={`banner-images/${pageTenant()}`}
            />
            <TextInput name="link" hint={t('linkHint')} optional inputMode="url" />
            <PeriodInputs hint={t('windowHint')} />
            <CheckboxInput name="isActive" />
            <Button
              variant="outline"
              className="justify-self-start"
              onClick={() => onPreview([typedBanner(getValues())])}
            >
              {t('showPreview')}
            </Button>
          </>
        ),
        write: (values, base) =>
          base
            ? saveBanner(base, values)
            : addRow('banners', {
                ...bannerColumns(values, null),
                tenant_id: pageTenant(),
                position: nextPosition,
              }),
        title: ({ kind }) => t(kind === 'edit' ? 'editTitle' : 'add'),
        save: () => t('save'),
        saved: ({ title }) => tAdmin('saved', { name: toastName(title) }),
        failed: (error) => `${t('saveFailed')}: ${errorMessage(error)}`,
      },
      actions: [
        {
          icon: Eye,
          label: (banner) => t('preview', { name: nameOf(banner) }),
          run: (banner) => onPreview([banner]),
          className: '@max-xl:hidden',
        },
      ],
      deletes: { table: 'banners', run: deleteBanner, failed: t('deleteFailed') },
    };
  }, [t, tAdmin, columns, nextPosition, onPreview]);
}

/** The store's banners in pop-up order, with add, edit, sort, preview and delete (docs/product.md, Saved by staff). */
export function Banners({ banners }: { banners: StoredBanner[] }) {
  const t = adminBannersTexts();
  const [previewed, setPreviewed] = useState<Banner[]>([]);
  const nextPosition = Math.max(-1, ...banners.map(({ position }) => position)) + 1;
  const resource = useBanners({ nextPosition, onPreview: setPreviewed });
  return (
    <>
      <OrderedList
        resource={resource}
        rows={banners}
        order={orderBanners}
        action={(ordered) => (
          <Button
            variant="outline"
            size="small"
            onClick={() => setPreviewed(ordered.filter((one) => one.is_active))}
          >
            {t('previewAll')}
          </Button>
        )}
      />
      {previewed.length > 0 ? (
        <BannerDialog banners={previewed} autoClose={0} preview onClose={() => setPreviewed([])} />
      ) : null}
    </>
  );
}
