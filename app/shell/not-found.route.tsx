import { data } from 'react-router';
import { shellWords } from '#app/messages/en/shell.ts';
import { NotFound } from './not-found.tsx';
import { metaWords, type PageMetaArgs, pageMeta } from './seo.ts';

/** Any path that no other route takes: a real 404. */
export function loader() {
  return data(null, { status: 404 });
}

export function meta(args: PageMetaArgs) {
  return pageMeta(args, { name: metaWords(args, shellWords)('pageNotFound'), noindex: true });
}

export default NotFound;
