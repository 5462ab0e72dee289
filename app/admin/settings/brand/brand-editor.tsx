import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import type { BrandRow } from '#app/store/brand-row.ts';
import type { DeliveryFee } from '#app/store/facts.ts';
import { Button } from '#app/ui/button.tsx';
import { EditorFrame } from '../../ui/edit/editor-frame.tsx';
import { useEditor } from '../../ui/edit/use-editor.ts';
import { errorMessage } from '../../ui/error-message.ts';
import { saveBrand } from './brand-data.ts';
import { brandColumns, brandForm, brandFormValues } from './brand-form.ts';
import { BrandGroup, groupId } from './brand-group.tsx';
import { brandLabels, formatBrandField } from './brand-labels.ts';
import { ColorFields } from './color-fields.tsx';
import { DeviceFields } from './device-fields.tsx';
import { HomeFields } from './home-fields.tsx';
import { IdentityFields } from './identity-fields.tsx';
import { LookFields } from './look-fields.tsx';
import { MusicFields } from './music-fields.tsx';
import { BrandPictures, formatPictures } from './pictures/brand-pictures.tsx';
import { StorePreview } from './preview/store-preview.tsx';
import { ShapeFields } from './shape-fields.tsx';
import { TypeFields } from './type-fields.tsx';
import { WordsFields } from './words-fields.tsx';

/** Form of the brand, which shoppers see on their next page: a group for each thing that a person looks for. */
export function BrandEditor({ stored, fees }: { stored: BrandRow; fees: readonly DeliveryFee[] }) {
  const t = adminSettingsTexts();
  const form = useForm({ resolver: zodResolver(brandForm), defaultValues: brandFormValues(stored) });
  const [uploads, setUploads] = useState(0);
  const onBusy = (busy: boolean) => setUploads((running) => running + (busy ? 1 : -1));
  const editor = useEditor(form, {
    row: stored,
    formValues: brandFormValues,
    write: (values, base) => saveBrand(base, brandColumns(values, base)),
    saved: () => t('saved', { group: t('brand') }),
    failed: (error) => `${t('saveFailed')}: ${errorMessage(error)}`,
  });
  const groups = [
    {
      name: 'identity',
      title: t('group_identity'),
      lead: t('group_identity_lead'),
      fields: <IdentityFields onBusy={onBusy} />,
    },
    { name: 'colors', title: t('group_colors'), fields: <ColorFields /> },
    { name: 'look', title: t('group_look'), fields: <LookFields /> },
    { name: 'type', title: t('group_type'), lead: t('group_type_lead'), fields: <TypeFields /> },
    { name: 'shape', title: t('group_shape'), fields: <ShapeFields /> },
    { name: 'home', title: t('group_home'), fields: <HomeFields /> },
    { name: 'pictures', title: t('group_pictures'), fields: <BrandPictures onBusy={onBusy} /> },
    {
      name: 'words',
      title: t('group_words'),
      lead: t('group_words_lead'),
      fields: <WordsFields fees={fees} />,
    },
    { name: 'devices', title: t('group_devices'), fields: <DeviceFields /> },
    { name: 'music', title: t('group_music'), fields: <MusicFields onBusy={onBusy} /> },
  ];
  return (
    <FormProvider {...form}>
      <nav aria-label={t('brandGroups')} className="flex flex-wrap gap-1">
        {groups.map(({ name, title }) => (
          <Button
            key={name}
            variant="quiet"
            size="small"
            onClick={() => {
              const heading = document.getElementById(groupId(name));
              heading?.scrollIntoView();
              heading?.focus({ preventScroll: true });
            }}
          >
            {title}
          </Button>
        ))}
      </nav>
      <EditorFrame
        main
        editor={editor}
        labels={brandLabels()}
        formatField={(field, value) => formatPictures(field, value) ?? formatBrandField(field, value)}
        save={t('saveBrand')}
        waiting={uploads > 0}
        className="grid-cols-[minmax(0,1fr)] gap-10"
      >
        {groups.map(({ fields, ...group }) => (
          <BrandGroup key={group.name} {...group}>
            {fields}
          </BrandGroup>
        ))}
      </EditorFrame>
      <StorePreview stored={stored} />
    </FormProvider>
  );
}
