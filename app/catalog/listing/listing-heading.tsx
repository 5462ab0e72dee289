import type { CSSProperties } from 'react';
import { href } from 'react-router';
import { shellTexts } from '#app/i18n/texts/shell.ts';
import { useRootData } from '#app/store/root-data.ts';
import { Breadcrumb, type Crumb } from '#app/ui/breadcrumb.tsx';
import { classes } from '#app/ui/classes.ts';
import { Ornament } from '#app/ui/ornament.tsx';

type ListingHeadingProps = {
  title: string;
  text?: string;
  /** Breadcrumbs after the home page. */
  crumbs: Crumb[];
};

/** Breadcrumbs, title and lead of a listing. */
export function ListingHeading({ title, text, crumbs }: ListingHeadingProps) {
  const t = shellTexts();
  const { listing: layout } = useRootData();
  const letters: CSSProperties & { '--letters': number } = { '--letters': Math.max(title.length, 4) };
  return (
    <header className={classes('relative isolate overflow-hidden', layout.header)}>
      <Ornament />
      <div className={layout.heading}>
        <Breadcrumb crumbs={[{ label: t('home'), to: href('/') }, ...crumbs]} />
        <h1 style={letters} className={classes('wrap-anywhere', layout.title)}>
          {title}
        </h1>
        {text ? <p className={layout.text}>{text}</p> : null}
      </div>
    </header>
  );
}
