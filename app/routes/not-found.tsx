import { data } from 'react-router';
import shellMessages from '#app/i18n/messages/en/shell.json';
import { getTranslations } from '#app/i18n/translations.ts';
import { NotFound } from '#app/layout/not-found.tsx';
import { type PageMetaArgs, pageMeta } from '#app/lib/seo.ts';

/** Catch-all route: responds with 404. */
export function loader() {
  return data(null, { status: 404 });
}

export function meta(args: PageMetaArgs) {
  return pageMeta(args, {
    name: getTranslations('shell', shellMessages)('pageNotFound'),
    noindex: true,
  });
}

export default NotFound;
