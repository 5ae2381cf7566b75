import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const FILE = '@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2';

/**
 * Where the public site serves the typeface that both have: who comes from there has it already. The site names its files by their
 * content (`server/src/site/assets.ts`); a test keeps the two in step.
 */
export function siteFontPath(): string {
  const tag = hash('sha256', readFileSync(fileURLToPath(import.meta.resolve(FILE))), 'hex').slice(0, 12);
  return `/site/schibsted-grotesk-${tag}.woff2`;
}

/** Writes its address into the style that names it. */
export function siteFont(): Plugin {
  return {
    name: 'boreal:site-font',
    enforce: 'pre',
    transform: (code, id) => (id.endsWith('/app/font.css') ? code.replace('SITE_FONT', siteFontPath()) : null),
    transformIndexHtml: (page) => page.replace('SITE_FONT', siteFontPath()),
  };
}
