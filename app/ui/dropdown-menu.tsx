import * as Menu from 'radix-ui/dropdown-menu';
import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import { pageDirection } from './page-direction.ts';

type DropdownMenuProps = Omit<ComponentProps<typeof Menu.Root>, 'children'> & {
  /** One focusable element. */
  trigger: ReactNode;
  /** Accessible name of the menu. */
  label: string;
  children: ReactNode;
};

/** A menu of actions. About 20 KB: load it lazily on anonymous pages. */
export function DropdownMenu({ trigger, label, children, ...root }: DropdownMenuProps) {
  return (
    <Menu.Root modal={false} dir={pageDirection()} {...root}>
      <Menu.Trigger asChild>{trigger}</Menu.Trigger>
      <Menu.Portal>
        <Menu.Content
          aria-label={label}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className="stroked z-50 min-w-52 animate-[rise_var(--quick)_var(--ease)] rounded-card border-line bg-raised p-1.5 text-ink shadow-raised"
        >
          {children}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** A menu item; with `asChild` around a link it navigates. */
export function DropdownItem({ className, ...rest }: ComponentProps<typeof Menu.Item>) {
  return (
    <Menu.Item
      {...rest}
      className={classes(
        'flex min-h-11 cursor-pointer select-none items-center gap-2.5 rounded-field px-3 text-sm outline-none md:min-h-9',
        'data-disabled:opacity-70 data-highlighted:bg-tint data-highlighted:text-on-tint',
        className,
      )}
    />
  );
}

/** A label at the top of a menu or group. */
export function DropdownLabel({ children }: { children: ReactNode }) {
  return <Menu.Label className="px-3 py-2 text-sm">{children}</Menu.Label>;
}

/** A separator between groups. */
export function DropdownSeparator() {
  return <Menu.Separator className="my-1.5 h-px bg-line" />;
}
