import { isRouteErrorResponse, type MetaDescriptor } from 'react-router';
import shellMessages from '#app/i18n/messages/en/shell.json';
import { metaTranslations, type PageMetaArgs, pageMeta, rootData } from '#app/lib/seo.ts';

/** What a page that is missing or failed tells: what happened, and that it is not to be kept. */
export function errorMeta(args: PageMetaArgs): MetaDescriptor[] {
  const t = metaTranslations(args, 'shell', shellMessages);
  const missing = isRouteErrorResponse(args.error) && args.error.status === 404;
  const failed = rootData(args)?.brand.design.voice.errorTitle ?? t('errorCode', { code: '500' });
  return pageMeta(args, { name: missing ? t('pageNotFound') : failed, noindex: true });
}
