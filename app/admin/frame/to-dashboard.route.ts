import { href, redirect } from 'react-router';

/** `/admin` leads to the dashboard (spec section 2). */
export function loader() {
  throw redirect(href('/admin/dashboard'));
}
