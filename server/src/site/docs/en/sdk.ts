import { html } from 'hono/html';
import type { Doc, DocKit } from '../doc.ts';

export function sdk({ view, code, examples: { sdk: x } }: DocKit): Doc {
  const { sdk: download } = view.downloads;
  return {
    title: 'SDK',
    description: 'Rent GPU servers from your own TypeScript or JavaScript programs.',
    lead: 'The REST API in TypeScript and JavaScript. Every request is a method, with types and retries, and there are no dependencies. It needs Node 20 or newer.',
    sections: [
      {
        id: 'install',
        title: 'Install it',
        body: html`<p>In the folder of your project. It comes from this site, not from a registry:</p>
          ${code(x.install)}
          ${download === null ? '' : html`<p>This site has version ${download.version}. Its SHA-256 is <code>${download.sha256}</code>.</p>`}`,
      },
      {
        id: 'client',
        title: 'Connect',
        body: html`<p>
            Create an API key under <a href="${view.toConsole('/console/api-keys')}">API keys</a> and keep it out of your code. This asks
            for the key without showing it:
          </p>
          ${code(x.key)} ${code(x.client, 'boreal.mjs')}
          <p>Your key is sent to this site only: redirects are not followed, and plain http is refused except on your own machine.</p>`,
      },
      {
        id: 'server',
        title: 'Your first server',
        body: html`<p>
            A method takes what the request takes, in one object, and returns the <code>data</code> of the answer. Methods are named as in
            the <a href="${view.to('/docs/api')}">REST reference</a>, which says what each takes and returns; your editor knows too.
          </p>
          ${code(x.server, 'first-server.mjs')}`,
      },
      {
        id: 'errors',
        title: 'When something goes wrong',
        body: html`<p>
            A refusal is thrown as a <code>BorealError</code>. Its <code>code</code> is one of the
            <a href="${view.to('/docs/errors')}">error codes</a>, and <code>details</code> is the whole answer. Give
            <code>requestId</code> to support.
          </p>
          ${code(x.errors, 'errors.mjs')}
          <p>
            After a limit, an outage or a lost answer, it tries again up to three times. A POST has an idempotency key, so it is never
            carried out twice. Other writes are not repeated once they may have arrived: the error then has <code>mayBeDone: true</code>,
            and you look before you send the request again.
          </p>`,
      },
      {
        id: 'lists',
        title: 'Long lists',
        body: html`<p>A list returns up to 1,000 items. <code>all</code> fetches page after page, for as long as you ask:</p>
          ${code(x.lists, 'list-servers.mjs')}`,
      },
    ],
  };
}
