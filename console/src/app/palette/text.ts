import { en } from '../../i18n/en/palette.ts';
import { fr } from '../../i18n/fr/palette.ts';
import { textsOf } from '../../i18n/language.tsx';

export const usePaletteText = textsOf({ en, fr });
