import { href, redirect } from 'react-router';

/** `/admin` redirects to the dashboard (docs/product.md, Pages). */
export function loader() {
  throw redirect(href('/admin/dashboard'));
}
