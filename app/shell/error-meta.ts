import { isRouteErrorResponse, type MetaDescriptor } from 'react-router';
import { shellWords } from '#app/messages/en/shell.ts';
import { metaWords, type PageMetaArgs, pageMeta, rootData } from './seo.ts';

/** What a page that is missing or failed tells: what happened, and that it is not to be kept. */
export function errorMeta(args: PageMetaArgs): MetaDescriptor[] {
  const words = metaWords(args, shellWords);
  const missing = isRouteErrorResponse(args.error) && args.error.status === 404;
  const failed = rootData(args)?.brand.design.voice.errorTitle ?? words('errorCode', { code: '500' });
  return pageMeta(args, { name: missing ? words('pageNotFound') : failed, noindex: true });
}
