import { Link, type LinkProps } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import classes from './tab-links.module.css';

interface TabLinksProps {
  /** What the links are of, for screen readers. */
  readonly label: string;
  readonly links: readonly { readonly to: LinkProps['to']; readonly name: string; readonly isHere: boolean }[];
}

/** Links between the pages that belong together, below their title; the one that is shown is marked. */
export function TabLinks({ label, links }: TabLinksProps) {
  const tabs = useRef<HTMLElement>(null);
  // On a phone they do not all fit, and the current one may be off to the right.
  const here = links.findIndex(({ isHere }) => isHere);
  useEffect(() => {
    tabs.current?.children[here]?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [here]);
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
