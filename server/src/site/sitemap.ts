import { html } from 'hono/html';
import { localPath, locales } from './locales.ts';
import { pagePaths } from './pages.ts';
import type { Html } from './page.ts';

/** Every page with its other language, for search engines. */
export function sitemap(siteUrl: string, slugs: readonly string[]): Html {
  const paths = pagePaths(slugs);
  return html`<?xml version="1.0" encoding="UTF-8"?>
    <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
      ${paths.flatMap((path) =>
        locales.map(
          (locale) =>
            html`<url>
              <loc>${siteUrl}${localPath(locale, path)}</loc>
              ${locales.map(
                (other) => html` <xhtml:link rel="alternate" hreflang="${other}" href="${siteUrl}${localPath(other, path)}" /> `,
              )}</url
            > `,
        ),
      )}</urlset
    > `;
}

/** Search engines have no use for pages behind a sign-in. */
export function robots(siteUrl: string): string {
  return [
    'User-agent: *',
    'Disallow: /console',
    'Disallow: /operator',
    'Disallow: /api/',
    'Allow: /',
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    '',
  ].join('\n');
}
