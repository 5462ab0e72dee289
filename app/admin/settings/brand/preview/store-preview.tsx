import { Eye } from 'lucide-react';
import { type SyntheticEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { type Language, languageFacts, languages } from '#app/i18n/languages.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { adminBrandPreviewTexts } from '#app/i18n/texts/admin-brand-preview.ts';
import type { BrandRow } from '#app/store/brand-row.ts';
import { Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { ChoiceField } from '../../../ui/list/choices.tsx';
import { type Device, DeviceFrame } from './device-frame.tsx';
import { followLinks, type PreviewScheme, previewDocument } from './preview-document.ts';
import { useDraftPage } from './use-draft-page.ts';

/** Pages to choose from; others are reached by their links. */
const pages = {
  home: '/',
  shop: '/shop',
  categories: '/categories',
  deals: '/deals',
  contact: '/contact',
  faq: '/faq',
  missing: '/no-such-page',
} as const;
type PageName = keyof typeof pages;
const pageNames = Object.keys(pages) as PageName[];

const besideQuery = '(min-width: 80rem)';

/** Whether the window has room for the store beside the form. */
function useFitsBeside(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(besideQuery);
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => matchMedia(besideQuery).matches,
    () => false,
  );
}

/** The store with what is typed in the form of its brand: beside the form, or in a dialog where there is no room. */
export function StorePreview({ stored }: { stored: BrandRow }) {
  const t = adminBrandPreviewTexts();
  const fitsBeside = useFitsBeside();
  const [open, setOpen] = useState(false);
  if (fitsBeside)
    return (
      // As high as the form, which has its other half of the page.
      <div className="absolute inset-y-0 end-0 w-[calc(50%-1rem)]">
        <section
          aria-labelledby="store-preview"
          className="sticky top-4 flex h-[calc(100dvh-2rem)] flex-col gap-3"
        >
          <h2 id="store-preview" className="text-lg">
            {t('title')}
          </h2>
          <PreviewedStore stored={stored} className="min-h-0 flex-1" />
        </section>
      </div>
    );
  return (
    <>
      <div className="fixed end-4 bottom-20 z-10 rounded-control bg-raised shadow-raised">
        <Button variant="outline" onClick={() => setOpen(true)}>
          <Eye className="size-5" />
          {t('open')}
        </Button>
      </div>
      <Dialog open={open} onClose={() => setOpen(false)} title={t('title')} size="large">
        <PreviewedStore stored={stored} className="h-[75dvh]" />
      </Dialog>
    </>
  );
}

function PreviewedStore({ stored, className }: { stored: BrandRow; className: string }) {
  const t = adminBrandPreviewTexts();
  const [path, setPath] = useState<string>(pages.home);
  const [language, setLanguage] = useState<Language>(pageLanguage);
  const [device, setDevice] = useState<Device>('phone');
  const [scheme, setScheme] = useState<PreviewScheme>('light');
  const { html, busy, problem, retry } = useDraftPage(stored, path, language);
  const shown = useMemo(() => html && previewDocument(html, scheme), [html, scheme]);
  const scrolled = useRef({ path, top: 0 });

  const onLoad = ({
    currentTarget: { contentDocument, contentWindow },
  }: SyntheticEvent<HTMLIFrameElement>) => {
    if (!contentDocument || !contentWindow) return;
    followLinks(contentDocument, (place) => {
      setPath(place.path);
      setLanguage(place.language);
    });
    // A new draft of the same page stays where somebody was reading.
    contentWindow.scrollTo(0, scrolled.current.path === path ? scrolled.current.top : 0);
    contentDocument.addEventListener('scroll', () => {
      scrolled.current = { path, top: contentWindow.scrollY };
    });
  };

  const page = pageNames.find((name) => pages[name] === path);
  const options = [
    ...pageNames.map((name) => ({ value: pages[name] as string, label: t(`page_${name}`) })),
    ...(page ? [] : [{ value: path, label: t('page_other') }]),
  ];
  return (
    <div className={classes('flex flex-col gap-3', className)}>
      <p className="text-ink-soft text-sm">{t('lead')}</p>
      <div className="flex flex-wrap items-end gap-2">
        <ChoiceField
          label={t('page')}
          hideLabel
          value={path}
          options={options}
          onChange={(event) => setPath(event.currentTarget.value)}
          className="min-w-40 flex-1"
        />
        <RadioGroup
          legend={t('language')}
          hideLegend
          name="preview-language"
          layout="chips"
          options={languages.map((value) => ({ value, label: languageFacts[value].name }))}
          value={language}
          onChange={setLanguage}
        />
        <RadioGroup
          legend={t('device')}
          hideLegend
          name="preview-device"
          layout="chips"
          options={[
            { value: 'phone', label: t('phone') },
            { value: 'desktop', label: t('desktop') },
          ]}
          value={device}
          onChange={setDevice}
        />
        <RadioGroup
          legend={t('scheme')}
          hideLegend
          name="preview-scheme"
          layout="chips"
          options={[
            { value: 'light', label: t('light') },
            { value: 'dark', label: t('dark') },
          ]}
          value={scheme}
          onChange={setScheme}
        />
      </div>
      <div role="status" className="text-sm empty:hidden">
        {busy ? (
          <span className="flex items-center gap-2 text-ink-soft">
            <Spinner className="size-4" /> {t('updating')}
          </span>
        ) : problem ? (
          <span className="flex flex-wrap items-center gap-x-3">
            <span className="text-danger-text">{problem}</span>
            <Button variant="quiet" size="small" onClick={retry}>
              {t('retry')}
            </Button>
          </span>
        ) : null}
      </div>
      <DeviceFrame title={t('frame')} html={shown} device={device} onLoad={onLoad} />
    </div>
  );
}
