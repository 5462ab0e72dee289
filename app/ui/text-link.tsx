import { Link, type LinkProps } from 'react-router';
import { classes } from './classes.ts';

/** Styles of an inline link, for elements that are not router links. */
export const textLinkClasses = 'font-medium text-link underline underline-offset-4 hover:decoration-2';

/** An inline link. */
export function TextLink({ className, ...rest }: LinkProps & { className?: string }) {
  return <Link {...rest} className={classes(textLinkClasses, className)} />;
}
