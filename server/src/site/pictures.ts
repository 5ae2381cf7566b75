import type { Locale } from '@boreal/contract/words/language.ts';

/** Pages of the console that the site shows. */
export const pictured = ['server', 'deploy'] as const;
export type Pictured = (typeof pictured)[number];

/** In CSS pixels, of the window that was captured. `narrow` is a phone's, shown on phones. */
export const pictureSizes = { wide: { width: 960, height: 720 }, narrow: { width: 390, height: 640 } } as const;
export type PictureShape = keyof typeof pictureSizes;

export interface Picture {
  readonly name: Pictured;
  readonly locale: Locale;
  readonly scheme: 'light' | 'dark';
  readonly shape: PictureShape;
}

export const pictures: readonly Picture[] = pictured.flatMap((name) =>
  (['en', 'fr'] as const).flatMap((locale) =>
    (['light', 'dark'] as const).flatMap((scheme) => (['wide', 'narrow'] as const).map((shape) => ({ name, locale, scheme, shape }))),
  ),
);

/** In `assets/pictures`, where `npm run screenshots` puts them. */
export function pictureFile({ name, locale, scheme, shape }: Picture): string {
  return `${name}-${locale}-${scheme}-${shape}.webp`;
}
