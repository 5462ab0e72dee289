import { Link, type LinkProps } from 'react-router';
import { type ButtonSize, type ButtonVariant, buttonClasses } from './button.tsx';
import { classes } from './classes.ts';

type LinkButtonProps = LinkProps & { variant?: ButtonVariant; size?: ButtonSize; className?: string };

/** A link that looks like a button. */
export function LinkButton({ variant, size, className, ...rest }: LinkButtonProps) {
  return <Link {...rest} className={classes(buttonClasses(variant, size), className)} />;
}
