import type { Permission } from '@boreal/contract/members.ts';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { en } from '../i18n/en/shell.ts';
import type { LazyPage } from './lazy-page.ts';

/** A part of the console: its pages, and where the navigation leads to it. */
export interface Area {
  readonly nav: NavEntry;
  readonly pages: readonly AreaPage[];
}

export interface NavEntry {
  /** The whole path: `/console/servers`. */
  readonly to: string;
  /** Its name in the shell's sentences. */
  readonly label: keyof (typeof en)['nav'];
  readonly icon: LucideIcon;
  /** Who lacks it does not see the entry; operators' areas need none. */
  readonly needs?: Permission;
  /** Shown beside the name: how many things wait for somebody there. */
  readonly waiting?: ComponentType;
}

export interface AreaPage {
  /** Below the shell's own path; `/` is the shell's first page, `servers/$serverId` has a parameter. */
  readonly path: string;
  /** Loaded when it is first gone to: `lazyPage(() => import('./servers-page.tsx'), 'ServersPage')`. */
  readonly component: LazyPage;
}
