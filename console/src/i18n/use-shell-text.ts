import { en } from './en/shell.ts';
import { fr } from './fr/shell.ts';
import { textsOf } from './language.tsx';

/** Texts that surround every page, and those of the shared parts. */
export const useShellText = textsOf({ en, fr });
