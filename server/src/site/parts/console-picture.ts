import { html } from 'hono/html';
import type { Html, View } from '../page.ts';
import { pictureSizes, type Picture, type Pictured } from '../pictures.ts';

/** A page of the console in the reader's language, theme and width; `tells` describes what it shows. */
export function consolePicture({ locale, picture }: View, name: Pictured, tells: string): Html {
  const at = (scheme: Picture['scheme'], shape: Picture['shape']) => picture({ name, locale, scheme, shape });
  const { wide, narrow } = pictureSizes;
  // Browsers show the first that matches.
  return html`<picture>
    <source
      media="(max-width: 40rem) and (prefers-color-scheme: dark)"
      srcset="${at('dark', 'narrow')}"
      width="${narrow.width}"
      height="${narrow.height}"
    />
    <source media="(max-width: 40rem)" srcset="${at('light', 'narrow')}" width="${narrow.width}" height="${narrow.height}" />
    <source media="(prefers-color-scheme: dark)" srcset="${at('dark', 'wide')}" width="${wide.width}" height="${wide.height}" />
    <img src="${at('light', 'wide')}" alt="${tells}" width="${wide.width}" height="${wide.height}" loading="lazy" decoding="async" />
  </picture>`;
}
