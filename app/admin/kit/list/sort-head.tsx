import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { classes } from '#app/ui/classes.ts';
import { HeadCell } from '#app/ui/table.tsx';
import { changedQuery } from './url-state.ts';

type SortHeadProps = {
  /** Value of `sort` in the address for the rising order; the falling one has a minus before it. */
  by: string;
  sort: string;
  className?: string;
  children: ReactNode;
};

/** A heading cell that orders the list by its column; again for the other way round. */
export function SortHead({ by, sort, className, children }: SortHeadProps) {
  const [query] = useSearchParams();
  const rising = sort === by;
  const falling = sort === `-${by}`;
  const Icon = rising ? ArrowUp : falling ? ArrowDown : ArrowUpDown;
  return (
    <HeadCell aria-sort={rising ? 'ascending' : falling ? 'descending' : 'none'} className={className}>
      <Link
        to={changedQuery(query, { sort: rising ? `-${by}` : by })}
        replace
        preventScrollReset
        className="inline-flex items-center gap-1.5 hover:underline"
      >
        {children}
        <Icon className={classes('size-3.5', !(rising || falling) && 'opacity-45')} />
      </Link>
    </HeadCell>
  );
}
