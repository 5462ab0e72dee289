import { href, redirect } from 'react-router';

/** `/admin` redirects to the dashboard (spec section 2). */
export function loader() {
  throw redirect(href('/admin/dashboard'));
}
