import { Link, type LinkProps } from '@tanstack/react-router';
import { useRef } from 'react';
import classes from './tab-links.module.css';
import { useInSight } from './use-in-sight.ts';

interface TabLinksProps {
  /** What the links are of, for screen readers. */
  readonly label: string;
  readonly links: readonly { readonly to: LinkProps['to']; readonly name: string; readonly isHere: boolean }[];
}

/** Links between the pages that belong together, below their title; the one that is shown is marked. */
export function TabLinks({ label, links }: TabLinksProps) {
  const tabs = useRef<HTMLElement>(null);
  useInSight(
    tabs,
    links.findIndex(({ isHere }) => isHere),
  );
  return (
    <nav ref={tabs} aria-label={label} className={classes.tabs}>
      {links.map(({ to, name, isHere }) => (
        <Link key={name} to={to} activeOptions={{ exact: true }} className={classes.tab} aria-current={isHere ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
