import { siteLinks } from '@boreal/contract/words/links.ts';
import { html } from 'hono/html';
import type { CompanyRow } from '../core/commerce/invoices/company.store.ts';
import type { Assets } from './assets.ts';
import { isIdentified } from './is-identified.ts';
import { localPath, locales } from './locales.ts';
import type { Html, Page, Section, View } from './page.ts';

/** The whole document around a page. `path` is its English one; null: the page has no URL of its own. */
export async function layout(page: Page, around: { view: View; assets: Assets; path: string | null }): Promise<Html> {
  const { view, assets, path } = around;
  const { words, locale } = view;
  // Every page says who runs the installation, except while the database is down.
  const company = await view.sources.company().catch(() => null);
  return html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${page.title} · Boreal</title>
        <meta name="description" content="${page.description}" />
        <meta name="color-scheme" content="light dark" />
        <link rel="preload" href="${assets.font.path}" as="font" type="font/woff2" crossorigin />
        <link rel="stylesheet" href="${assets.style.path}" />
        <link rel="icon" href="${assets.favicon.path}" type="image/svg+xml" />
        ${path === null ? html`<meta name="robots" content="noindex" />` : addresses(view, path)}
        <meta property="og:title" content="${page.title}" />
        <meta property="og:description" content="${page.description}" />
        <meta property="og:type" content="website" />
        <script src="${assets.script.path}" defer></script>
      </head>
      <body>
        <a class="skip" href="#content">${words.frame.skip}</a>
        ${header(view, page.section, path)}
        <main id="content" tabindex="-1">${page.body}</main>
        ${footer(view, company)}
      </body>
    </html> `;
}

/** The URLs of the page, and of its other language. */
function addresses({ locale, siteUrl }: View, path: string): Html {
  const at = (target: (typeof locales)[number]) => `${siteUrl}${localPath(target, path)}`;
  return html`<link rel="canonical" href="${at(locale)}" />
    ${locales.map((target) => html`<link rel="alternate" hreflang="${target}" href="${at(target)}" />`)}
    <link rel="alternate" hreflang="x-default" href="${at('en')}" />`;
}

function header(view: View, section: Section | null, path: string | null): Html {
  const { words, to, toConsole, locale } = view;
  const links = siteLinks('');
  const other = locale === 'en' ? 'fr' : 'en';
  const entries: readonly { section: Section; path: string; label: string }[] = [
    { section: 'gpus', path: '/gpus', label: words.frame.gpus },
    { section: 'docs', path: '/docs', label: words.frame.docs },
    { section: 'status', path: '/status', label: words.frame.status },
  ];
  return html`<header class="top">
    <div class="wrap">
      <a class="brand" href="${to('/')}" aria-label="${words.frame.home}">${mark()}<span>Boreal</span></a>
      <nav class="main-nav" aria-label="${words.frame.navigation}">
        <ul>
          ${entries.map(
            (entry) =>
              html`<li><a href="${to(entry.path)}" ${entry.section === section ? html` aria-current="true"` : ''}>${entry.label}</a></li>`,
          )}
          <li class="language">
            <a href="${localPath(other, path ?? '/')}" hreflang="${other}" lang="${other}">${words.frame.language}</a>
          </li>
        </ul>
      </nav>
      <ul class="account-nav">
        <li><a href="${toConsole(links.login)}">${words.frame.signIn}</a></li>
        <li><a class="button small" href="${toConsole(links.signup)}">${words.frame.signUp}</a></li>
      </ul>
    </div>
  </header>`;
}

function footer({ words, to, toConsole }: View, company: CompanyRow | null): Html {
  const links = siteLinks('');
  const { frame } = words;
  const columns = [
    {
      title: frame.footerProduct,
      links: [
        [to('/gpus'), frame.gpus],
        [to('/calculator'), words.calculator.title],
        [to('/status'), frame.status],
        [toConsole(links.signup), frame.signUp],
        [toConsole(links.login), frame.signIn],
      ],
    },
    {
      title: frame.footerDevelopers,
      links: [
        [to('/docs'), frame.docs],
        [to('/docs/search'), words.search.title],
        [to('/docs/api'), frame.reference],
        [to('/docs/agents'), frame.agents],
        ['/api/v1/openapi.json', frame.openapi],
        ['/llms.txt', frame.llms],
      ],
    },
    {
      title: frame.footerCompany,
      links: [
        [to('/docs/run'), words.docs.pages['/docs/run']],
        [to('/privacy'), frame.privacy],
        [to('/terms'), frame.terms],
        [to('/sla'), frame.sla],
      ],
    },
  ];
  return html`<footer class="bottom">
    <div class="wrap">
      <div class="colophon">
        <span class="brand">${mark()}<span>Boreal</span></span>
        <p>${frame.tagline}.</p>
        ${company === null || !isIdentified(company) ? '' : html`<p>${frame.runBy(company.name, company.city)}</p>`}
        <p>${frame.source}</p>
      </div>
      ${columns.map(
        (column) =>
          html`<div>
            <h2>${column.title}</h2>
            <ul>
              ${column.links.map(([href, label]) => html`<li><a href="${href}">${label}</a></li>`)}
            </ul>
          </div>`,
      )}
    </div>
  </footer>`;
}

/** Three rising lights over a horizon: an aurora, and a rising chart. The same as in `assets/favicon.svg` and in the console. */
export function mark(): Html {
  return html`<svg
    class="mark"
    viewBox="0 0 32 32"
    width="28"
    height="28"
    fill="none"
    stroke-width="3.4"
    stroke-linecap="round"
    aria-hidden="true"
    focusable="false"
  >
    <rect width="32" height="32" rx="7" fill="#0b1f1a" />
    <path stroke="#3f9d7c" d="M7.5 20V15" />
    <path stroke="#6fd0a6" d="M13.2 20V10" />
    <path stroke="#c9f27b" d="M18.9 20V6.5" />
    <path stroke="#6fd0a6" d="M24.6 20V12.5" />
    <path stroke="#e9f3ee" stroke-width="2.2" d="M6 25.5H26" />
  </svg>`;
}
