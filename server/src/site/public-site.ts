import compress from '@fastify/compress';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { constants } from 'node:zlib';
import type { Locale } from '@boreal/contract/words/language.ts';
import type { Ctx } from '../core/ground/ctx.ts';
import { UNAVAILABLE_RETRY_SECONDS } from '../core/ground/service-unavailable.ts';
import { notFound } from '../kit/errors.ts';
import { answerError, foreseenError } from '../door/answer-error.ts';
import type { Limits } from '../door/limits.ts';
import { readAssets, type Asset } from './assets.ts';
import { readDownloads } from './downloads.ts';
import { formats } from './format.ts';
import { frenchPage } from './french-page.ts';
import { layout } from './layout.ts';
import { localeOf, localPath, locales } from './locales.ts';
import type { Page, SitePage, View } from './page.ts';
import { pagePaths, pages } from './pages.ts';
import { mountMailPages } from './mail-pages.ts';
import { brokenPage, busyPage, notFoundPage } from './pages/problems.ts';
import { send } from './send.ts';
import { contactLink, securityText } from './security-text.ts';
import { robots, sitemap } from './sitemap.ts';
import { openSearch, type SearchDocs } from './search/search-docs.ts';
import { createSources, type SourceParts } from './sources.ts';
import { words } from './words/words.ts';

export interface PublicSiteParts extends SourceParts {
  readonly siteUrl: string;
  /** The context for visitors' requests. */
  readonly base: Ctx;
  readonly limits: Limits;
  /** Where to report vulnerabilities: an e-mail address or a link. Absent or null: to the seller. */
  readonly securityContact?: string | null;
}

/** Pages per minute and client network: more than anyone reads. */
const PAGES_PER_MINUTE = 300;
const HTML = 'text/html; charset=utf-8';
/** Half a millisecond of work for nine tenths of the best compression's savings. */
const COMPRESSION = { [constants.BROTLI_PARAM_QUALITY]: 4 };

/** Mounts the public site, and the answers for unknown URLs: a page for browsers, the contract's error for programs. Mount it last. */
export async function publicSite(app: FastifyInstance, parts: PublicSiteParts): Promise<void> {
  const site = openSite(parts);
  app.setNotFoundHandler((request, reply) => site.refuse(request, reply));
  await app.register(async (own) => {
    // Request bodies are ignored here; only the pages for mail take one.
    await own.register(compress, {
      globalDecompression: false,
      encodings: ['br', 'gzip'],
      brotliOptions: { params: COMPRESSION },
      threshold: 1024,
    });
    for (const asset of site.assets) {
      own.get(asset.path, { exposeHeadRoute: true }, (request, reply) => sendAsset(request, reply, asset));
    }
    for (const file of Object.values(site.downloads).flatMap((download) => download?.files ?? [])) {
      own.get(file.path, { exposeHeadRoute: true }, (request, reply) =>
        // Revalidated each time, so that after an upgrade no cache returns the earlier version.
        send(request, reply, { ...file, cacheControl: 'public, max-age=0' }),
      );
    }
    own.get('/favicon.ico', { exposeHeadRoute: true }, (_request, reply) => reply.redirect('/favicon.svg', 308));
    await own.register(async (made) => mountMade(made, site));
  });
}

/** Mounts what is rendered for each request, and is therefore rate-limited. */
async function mountMade(app: FastifyInstance, site: ReturnType<typeof openSite>): Promise<void> {
  app.addHook('onRequest', site.admit);
  app.setErrorHandler((error, request, reply) => site.tellBroken(error, request, reply));
  for (const page of pages) {
    for (const locale of locales) {
      const url = localPath(locale, page.path);
      app.get(url, { exposeHeadRoute: true }, (request, reply) => site.answer(request, reply, { page, locale }));
    }
  }
  await mountMailPages(app, { ...site.parts, tell: site.tell });
  app.get('/sitemap.xml', { exposeHeadRoute: true }, (request, reply) => site.sitemap(request, reply));
  app.get('/.well-known/security.txt', { exposeHeadRoute: true }, (request, reply) => site.security(request, reply));
  app.get('/robots.txt', { exposeHeadRoute: true }, (request, reply) => site.robots(request, reply));
}

function openSite(parts: PublicSiteParts) {
  const { siteUrl, limits, log } = parts;
  const sources = createSources(parts);
  const assets = readAssets();
  const downloads = readDownloads();
  const viewIn = (locale: Locale): View => {
    // Opened at the first search: its data changes only with the program.
    let opened: Promise<SearchDocs> | undefined;
    const view: View = {
      locale,
      siteUrl,
      words: words[locale],
      formats: formats[locale],
      sources,
      downloads,
      to: (path) => localPath(locale, path),
      toConsole: (path) => (locale === 'fr' ? `${path}${path.includes('?') ? '&' : '?'}lang=fr` : path),
      picture: assets.pictureAt,
      search: async (question) => {
        opened ??= openSearch(view).catch((error: unknown) => {
          // The next reader tries again.
          opened = undefined;
          throw error;
        });
        return (await opened)(question);
      },
    };
    return view;
  };
  const views = { en: viewIn('en'), fr: viewIn('fr') } as const satisfies Record<Locale, View>;

  const sendPage = async (
    request: FastifyRequest,
    reply: FastifyReply,
    made: { page: Page; view: View; path: string | null; cacheControl: string; status?: number },
  ) => {
    const text = String(await layout(made.page, { view: made.view, assets, path: made.path }));
    const body = made.view.locale === 'fr' ? frenchPage(text) : text;
    return send(request, reply, { ...made, body, type: HTML });
  };
  const sendProblem = (request: FastifyRequest, reply: FastifyReply, status: number, of: (view: View) => Page) => {
    const view = views[localeOf(pathOf(request))];
    return sendPage(request, reply, { page: of(view), view, path: null, cacheControl: 'no-store', status });
  };

  return {
    parts,
    downloads,
    assets: [assets.style, assets.script, assets.font, assets.favicon, assets.logo, ...assets.pictures],

    /** Answers with a page made for one reader. */
    tell: (request: FastifyRequest, reply: FastifyReply, { status, of }: { status: number; of: (view: View) => Page }) =>
      sendProblem(request, reply, status, of),

    /** Rendering costs time, and one network must not use all of it. */
    admit: async (request: FastifyRequest, reply: FastifyReply) => {
      const standing = await limits.take({ operation: 'site', limit: PAGES_PER_MINUTE, ip: request.ip });
      if (standing.allowed) return undefined;
      reply.header('retry-after', standing.resetSeconds);
      return sendProblem(request, reply, 429, busyPage);
    },

    answer: async (request: FastifyRequest, reply: FastifyReply, asked: { page: SitePage; locale: Locale }) => {
      const view = views[asked.locale];
      const params = paramsOf(request);
      const page = await asked.page.render(view, { params, query: queryOf(request) });
      if (page === null) return sendProblem(request, reply, 404, notFoundPage);
      const path = asked.page.path.replace(':slug', encodeURIComponent(params['slug'] ?? ''));
      return sendPage(request, reply, { page, view, path, cacheControl: `public, max-age=${asked.page.maxAgeSeconds}` });
    },

    sitemap: async (request: FastifyRequest, reply: FastifyReply) => {
      const shop = await sources.shop();
      const body = String(
        await sitemap(
          siteUrl,
          shop.models.map(({ slug }) => slug),
        ),
      );
      return send(request, reply, { body, type: 'application/xml; charset=utf-8', cacheControl: 'public, max-age=3600' });
    },

    security: async (request: FastifyRequest, reply: FastifyReply) => {
      const contact = parts.securityContact ?? (await sources.company()).email;
      if (contact === null) return answerError(notFound('page'), request, reply, parts);
      const body = securityText({ siteUrl, contact: contactLink(contact), now: parts.clock.wall() });
      return send(request, reply, { body, type: 'text/plain; charset=utf-8', cacheControl: 'public, max-age=3600' });
    },

    robots: (request: FastifyRequest, reply: FastifyReply) =>
      send(request, reply, { body: robots(siteUrl), type: 'text/plain; charset=utf-8', cacheControl: 'public, max-age=3600' }),

    refuse: async (request: FastifyRequest, reply: FastifyReply) => {
      if (!isForPeople(request)) return answerError(notFound('page'), request, reply, parts);
      const tidy = withoutSlash(pathOf(request));
      if (tidy !== null) return reply.redirect(tidy, 308);
      return sendProblem(request, reply, 404, notFoundPage);
    },

    tellBroken: (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      const foreseen = foreseenError(error);
      if (foreseen !== null && foreseen.code !== 'SERVICE_UNAVAILABLE') return answerError(error, request, reply, parts);
      log.error({ err: error, requestId: request.id, route: request.routeOptions.url ?? null }, 'a page could not be made');
      reply.header('retry-after', UNAVAILABLE_RETRY_SECONDS);
      return sendProblem(request, reply, 503, (view) => brokenPage(view, request.id));
    },
  };
}

function sendAsset(request: FastifyRequest, reply: FastifyReply, { body, type, immutable }: Asset): FastifyReply {
  return send(request, reply, { body, type, cacheControl: immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=86400' });
}

/** Whether a person sees the answer: a browser's page load, outside the API. */
function isForPeople(request: FastifyRequest): boolean {
  const reads = request.method === 'GET' || request.method === 'HEAD';
  return reads && !pathOf(request).startsWith('/api/') && (request.headers.accept ?? '').includes('text/html');
}

/** `/docs` for `/docs/`, but only if it is one of our pages, so that nobody is redirected elsewhere. */
function withoutSlash(path: string): string | null {
  if (!path.endsWith('/')) return null;
  const tidy = path.slice(0, -1);
  const known = pagePaths([]).flatMap((own) => locales.map((locale) => localPath(locale, own)));
  return known.includes(tidy) ? tidy : null;
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0] ?? '/';
}

function queryOf(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(request.url.slice(pathOf(request).length));
}

function paramsOf(request: FastifyRequest): Readonly<Record<string, string>> {
  const params = typeof request.params === 'object' && request.params !== null ? Object.entries(request.params) : [];
  return Object.fromEntries(params.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
