import type { Permission } from '@boreal/contract/people/members.ts';
import type { LinkProps } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { en } from '../i18n/en/shell.ts';

/** A navigation entry for a part of the console. */
export interface NavEntry {
  readonly to: PagePath;
  /** Its name in the shell's sentences. */
  readonly label: keyof (typeof en)['nav'];
  /** The letter that leads there after `g`. */
  readonly key: string;
  readonly icon: LucideIcon;
  /** People without it do not see the entry; of operators' areas, operator-shell.tsx says it. */
  readonly needs?: Permission;
  /** Shown beside the name: how many things wait for somebody there. */
  readonly waiting?: ComponentType;
}

/** Entries that belong together, under a name in the shell's sentences; null: above all groups. */
export interface NavGroup {
  readonly name: keyof (typeof en)['navGroups'] | null;
  readonly entries: readonly NavEntry[];
}

/** The whole path of a page: `/console/servers`. */
export type PagePath = NonNullable<LinkProps['to']>;
