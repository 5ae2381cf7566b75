import { docPaths } from './docs/doc-pages.ts';
import type { SitePage } from './page.ts';
import { calculator } from './pages/calculator.ts';
import { docs } from './pages/docs.ts';
import { gpu } from './pages/gpu.ts';
import { gpus } from './pages/gpus.ts';
import { landing } from './pages/landing.ts';
import { legal } from './pages/legal.ts';
import { reference } from './pages/reference.ts';
import { search } from './pages/search.ts';
import { status } from './pages/status.ts';

/** Stock data, and so a page that shows it, is at most a minute old. */
const STOCK_SECONDS = 30;
const STATUS_SECONDS = 10;
const TEXT_SECONDS = 300;

/** Every page. Each exists in English and, under /fr, in French; the sitemap lists them. */
export const pages: readonly SitePage[] = [
  { path: '/', maxAgeSeconds: STOCK_SECONDS, render: landing },
  { path: '/gpus', maxAgeSeconds: STOCK_SECONDS, render: gpus },
  { path: '/gpus/:slug', maxAgeSeconds: STOCK_SECONDS, render: gpu },
  { path: '/calculator', maxAgeSeconds: STOCK_SECONDS, render: calculator },
  { path: '/status', maxAgeSeconds: STATUS_SECONDS, render: status },
  ...docPaths.map((path): SitePage => ({
    path,
    maxAgeSeconds: TEXT_SECONDS,
    render: path === '/docs/api' ? reference : (view) => docs(view, path),
  })),
  { path: '/docs/search', maxAgeSeconds: TEXT_SECONDS, render: search },
  { path: '/privacy', maxAgeSeconds: TEXT_SECONDS, render: (view) => legal(view, 'privacy') },
  { path: '/sla', maxAgeSeconds: TEXT_SECONDS, render: (view) => legal(view, 'sla') },
  { path: '/terms', maxAgeSeconds: TEXT_SECONDS, render: (view) => legal(view, 'terms') },
];

/** The English paths of all pages, including those of every model. */
export function pagePaths(slugs: readonly string[]): string[] {
  return pages.flatMap(({ path }) =>
    path.includes(':slug') ? slugs.map((slug) => path.replace(':slug', encodeURIComponent(slug))) : [path],
  );
}
