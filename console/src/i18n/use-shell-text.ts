import { en } from './en/shell.ts';
import { fr } from './fr/shell.ts';
import { textsOf } from './language.tsx';

/** What is around every page, and what the shared parts say. */
export const useShellText = textsOf({ en, fr });
