import { Link, type LinkProps } from 'react-router';
import { classes } from './classes.ts';

/** Look of a link within text, for elements that are not router links. */
export const textLinkClasses = 'font-medium text-link underline underline-offset-4 hover:decoration-2';

/** A link within text. */
export function TextLink({ className, ...rest }: LinkProps & { className?: string }) {
  return <Link {...rest} className={classes(textLinkClasses, className)} />;
}
