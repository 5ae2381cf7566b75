import type { LucideIcon } from 'lucide-react';
import type { en } from '../../i18n/en/palette.ts';

/** The headings in the palette, in order. */
export type CommandGroup = keyof (typeof en)['groups'];

/** Something that the palette finds: a page, a thing, or something to do. */
export interface Command {
  /** Unlike any other's. */
  readonly id: string;
  readonly group: CommandGroup;
  readonly name: string;
  /** Beside the name; found, too. */
  readonly about?: string | undefined;
  /** What else it is found by, and nobody reads: an id, an address. */
  readonly words?: readonly (string | null)[];
  readonly icon: LucideIcon;
  /** The keys that do the same: `g s`. */
  readonly keys?: string | undefined;
  /** Not in the list before something is typed. */
  readonly whenAsked?: boolean;
  /** What can be done with it: listed after it, and found by its own name and words beside the thing's. Made when somebody looks for them. */
  readonly deeds?: () => readonly Command[];
  readonly run: () => void;
}
