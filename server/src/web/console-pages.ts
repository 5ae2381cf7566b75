import { randomBytes } from 'node:crypto';
import type { IdentityProvider } from '@boreal/contract/people/identities.ts';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { names } from '../door/entity-tag.ts';
import { preferredLocale } from '../kit/locale.ts';
import { answersInPage } from './page-answers.ts';
import { readConsoleFiles, type ConsoleFile, type ConsoleFiles } from './console-files.ts';

/** Where `scripts/build.mjs` puts the console. */
const BUILT = fileURLToPath(new URL('../../../console/dist', import.meta.url));

/** The paths that the console routes itself; each gets the same page. */
const PAGE_PATHS = [
  '/console',
  '/console/*',
  '/operator',
  '/operator/*',
  '/login',
  '/signup',
  '/sign-in/:provider',
  '/verify-email',
  '/reset-password',
  '/invitation',
  '/stop-stock-alerts',
] as const;

/** Whether a card is added, or its holder may have to authenticate, on this page. */
function isCardPage(url: string): boolean {
  return /^\/console\/billing\/(payment-methods\/add|payments\/[^/?]+)\/?(\?|$)/.test(url);
}

/** The placeholder for a nonce in the built page. */
const NONCE_PLACE = 'CSP_NONCE';

/** The placeholder for what the page loads besides the entry. */
const SCRIPTS_PLACE = '<!-- PAGE_SCRIPTS -->';

/** Requested together with the page: the router would request them only once the entry had run. */
function preloads(files: ConsoleFiles, url: string): string {
  const [path = ''] = url.split('?');
  return files
    .scriptsOf(path)
    .map((script) => `<link rel="modulepreload" crossorigin nonce="${NONCE_PLACE}" href="${script}">`)
    .join('');
}

/** The providers people may sign in with, so that the page shows their buttons at once. */
function offers(identities: readonly IdentityProvider[]): string {
  return identities.length === 0 ? '' : `<meta name="identity-providers" content="${identities.join(' ')}">`;
}

const YEAR_SECONDS = 31_536_000;

/** Mounts the console: its page, and the files that the page loads, whose names change with their content. */
export async function consolePages(
  app: FastifyInstance,
  { folder = BUILT, stripe = false, identities = [] }: { folder?: string; stripe?: boolean; identities?: readonly IdentityProvider[] } = {},
): Promise<void> {
  const files = await readConsoleFiles(folder);
  for (const path of PAGE_PATHS) {
    app.get(path, { exposeHeadRoute: true }, async (request, reply) =>
      sendPage(request, reply, {
        files,
        stripe: stripe && isCardPage(request.url),
        identities,
        answers: request.method === 'HEAD' ? '' : await answersInPage(app, request),
      }),
    );
  }
  app.get<{ Params: { '*': string } }>('/console-assets/*', { exposeHeadRoute: true }, async (request, reply) => {
    const file = files?.assets.get(request.params['*']);
    return file === undefined ? sendMissing(reply) : sendAsset(request, reply, file);
  });
}

interface Sent {
  readonly files: ConsoleFiles | null;
  readonly stripe: boolean;
  readonly identities: readonly IdentityProvider[];
  /** The answers to the page's first requests, as data. */
  readonly answers: string;
}

function sendPage(request: FastifyRequest, reply: FastifyReply, { files, stripe, identities, answers }: Sent): FastifyReply {
  reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'same-origin')
    .header('cross-origin-opener-policy', 'same-origin');
  const nonce = randomBytes(16).toString('base64');
  reply.header('content-security-policy', securityPolicy(nonce, { stripe }));
  if (files !== null) {
    const told = `${offers(identities)}${preloads(files, request.url)}`;
    // A function, so that nothing in the text is taken for a replacement pattern; last, so that the text can contain no nonce placeholder.
    return reply.send(
      files.page.replaceAll(NONCE_PLACE, nonce).replace(SCRIPTS_PLACE, () => `${told.replaceAll(NONCE_PLACE, nonce)}${answers}`),
    );
  }
  return reply.code(503).send(notBuilt[preferredLocale(request.headers['accept-language'])]);
}

/**
 * Allows only the site's own files. Styles that components write at run time carry this answer's nonce; nothing else may. A page where a
 * card is entered or authenticated may also load Stripe's elements, if Stripe charges cards.
 */
function securityPolicy(nonce: string, { stripe }: { stripe: boolean }): string {
  const from = (ours: string, theirs: string) => (stripe ? `${ours} ${theirs}` : ours);
  return [
    `default-src 'none'`,
    from(`script-src 'self'`, 'https://js.stripe.com https://*.js.stripe.com'),
    `style-src 'self' 'nonce-${nonce}'`,
    from(`img-src 'self' data:`, 'https://*.stripe.com'),
    `font-src 'self'`,
    from(`connect-src 'self'`, 'https://api.stripe.com'),
    ...(stripe ? ['frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com'] : []),
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

async function sendAsset(request: FastifyRequest, reply: FastifyReply, file: ConsoleFile): Promise<FastifyReply> {
  reply.header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`).header('etag', file.etag).header('vary', 'Accept-Encoding');
  const known = request.headers['if-none-match'];
  if (known !== undefined && names(known, file.etag)) return reply.code(304).send();
  const { coding, bytes } = await file.encoded(String(request.headers['accept-encoding'] ?? ''));
  if (coding !== null) reply.header('content-encoding', coding);
  return reply.header('content-type', file.type).send(bytes);
}

/** A page that stays open while a new version is installed requests files that are gone; it then reloads itself. */
function sendMissing(reply: FastifyReply): FastifyReply {
  return reply.code(404).header('content-type', 'text/plain; charset=utf-8').send('There is no such file.\n');
}

const notBuilt = {
  en: page(
    'en',
    'The console is not built',
    'Stop Boreal and start it with <code>npm start</code>, which builds the console. The API works meanwhile.',
  ),
  fr: page(
    'fr',
    'La console n’est pas construite',
    'Arrêtez Boreal et démarrez-le avec <code>npm start</code>, qui construit la console. L’API fonctionne entre-temps.',
  ),
} as const;

function page(language: string, title: string, text: string): string {
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · Boreal</title></head>
<body><main><h1>${title}</h1><p>${text}</p></main></body>
</html>
`;
}
