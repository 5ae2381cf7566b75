import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pictureFile, pictures, type Picture } from './pictures.ts';

/** A file that pages load from the site's own origin. */
export interface Asset {
  readonly path: string;
  readonly type: string;
  readonly body: Buffer;
  /** Its URL changes with its content, so that it can be cached indefinitely. */
  readonly immutable: boolean;
}

/** Combined into one file in this order: later styles override earlier ones. */
const STYLES = ['base', 'header', 'buttons', 'landing', 'pages', 'status', 'forms', 'text', 'docs', 'footer'];

const FONT = '@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2';

export interface Assets {
  readonly style: Asset;
  readonly script: Asset;
  readonly font: Asset;
  readonly favicon: Asset;
  readonly logo: Asset;
  readonly pictures: readonly Asset[];
  /** The URL of a picture. */
  readonly pictureAt: (picture: Picture) => string;
}

/** Reads the pages' assets. The stylesheet refers to the font by its URL. */
export function readAssets(): Assets {
  const shown = new Map(pictures.map(pictureFile).map((file) => [file, named(file, 'image/webp', ownFile(`pictures/${file}`))]));
  const font = named('schibsted-grotesk.woff2', 'font/woff2', readFileSync(fileURLToPath(import.meta.resolve(FONT))));
  const css = STYLES.map((name) => ownFile(`styles/${name}.css`).toString())
    .join('\n')
    .replace('url(FONT)', `url(${font.path})`);
  return {
    font,
    style: named('site.css', 'text/css; charset=utf-8', Buffer.from(css)),
    script: named('site.js', 'text/javascript; charset=utf-8', ownFile('site.js')),
    favicon: { path: '/favicon.svg', type: 'image/svg+xml', body: ownFile('favicon.svg'), immutable: false },
    logo: { path: '/logo.svg', type: 'image/svg+xml', body: ownFile('logo.svg'), immutable: false },
    pictures: [...shown.values()],
    pictureAt: (picture) => {
      const file = pictureFile(picture);
      const asset = shown.get(file);
      if (asset === undefined) throw new Error(`there is no picture ${file}`);
      return asset.path;
    },
  };
}

function ownFile(name: string): Buffer {
  return readFileSync(new URL(`assets/${name}`, import.meta.url));
}

function named(name: string, type: string, body: Buffer): Asset {
  const dot = name.lastIndexOf('.');
  const tag = hash('sha256', body, 'hex').slice(0, 12);
  return { path: `/site/${name.slice(0, dot)}-${tag}${name.slice(dot)}`, type, body, immutable: true };
}
