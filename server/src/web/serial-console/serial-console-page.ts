import { hash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A file of the page, whose URL changes with its content. */
export interface ConsoleFile {
  readonly path: string;
  readonly type: string;
  readonly body: Buffer;
}

export interface ConsolePage {
  readonly files: readonly ConsoleFile[];
  /**
   * The page, and a policy that lets it load only its own files. The terminal writes styles once it knows its font: they carry a fresh
   * nonce.
   */
  fresh(): { readonly body: string; readonly securityPolicy: string };
}

const JAVASCRIPT = 'text/javascript; charset=utf-8';
const CSS = 'text/css; charset=utf-8';

/** Reads the page that a terminal link opens, and the terminal itself (xterm.js). */
export function readConsolePage(): ConsolePage {
  const terminal = file('xterm.js', JAVASCRIPT, ofPackage('lib/xterm.mjs').replace(/^\/\/# sourceMappingURL=.*$/m, ''));
  const script = file('terminal.js', JAVASCRIPT, own('terminal.js').replace("'XTERM'", `'${terminal.path}'`));
  const style = file('terminal.css', CSS, `${ofPackage('css/xterm.css')}\n${own('terminal.css')}`);
  return {
    files: [terminal, script, style],
    fresh() {
      const nonce = randomBytes(16).toString('base64');
      return {
        body: `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content" />
    <meta name="robots" content="noindex" />
    <title>Terminal · Boreal</title>
    <link rel="icon" href="/favicon.svg" />
    <link rel="stylesheet" href="${style.path}" />
    <link rel="modulepreload" href="${terminal.path}" />
    <script type="module" src="${script.path}" nonce="${nonce}"></script>
  </head>
  <body>
    <header><strong>Boreal</strong><span role="status">…</span></header>
    <main></main>
    <footer></footer>
  </body>
</html>
`,
        securityPolicy: [
          `default-src 'none'`,
          `script-src 'self'`,
          `style-src 'self' 'nonce-${nonce}'`,
          // The colours of single letters.
          `style-src-attr 'unsafe-inline'`,
          `img-src 'self'`,
          `connect-src 'self'`,
          `base-uri 'none'`,
          `form-action 'none'`,
          `frame-ancestors 'none'`,
        ].join('; '),
      };
    },
  };
}

function own(name: string): string {
  return readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8');
}

function ofPackage(name: string): string {
  return readFileSync(fileURLToPath(import.meta.resolve(`@xterm/xterm/${name}`)), 'utf8');
}

function file(name: string, type: string, text: string): ConsoleFile {
  const body = Buffer.from(text);
  const dot = name.lastIndexOf('.');
  return { path: `/serial-console/${name.slice(0, dot)}-${hash('sha256', body, 'hex').slice(0, 12)}${name.slice(dot)}`, type, body };
}
