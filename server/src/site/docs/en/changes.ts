import { html } from 'hono/html';
import type { Doc, DocKit } from '../doc.ts';

export async function changes({ view }: DocKit): Promise<Doc> {
  const { version } = await view.sources.api();
  return {
    title: 'API versions',
    description: 'Which version of the REST API this server runs, what may change in it, and what has changed.',
    lead: `This server runs version ${version}.`,
    sections: [
      {
        id: 'rules',
        title: 'What may change',
        body: html`<p>
          Fields, operations and codes are added within a version: ignore what you do not know. Nothing is renamed or removed, and a value
          of
          <code>error</code> keeps its meaning. Breaking changes come under a new path, beside the old one.
        </p>`,
      },
      {
        id: 'history',
        title: 'What has changed',
        body: html`<dl class="history">
          <dt>1.1.1</dt>
          <dd>
            Refusals with 401 and 402 have <code>accountAction</code> with the sentence and the links for the person who must act;
            <code>error</code> stays as it was. Servers return <code>task</code> and <code>allowedActions</code>. Writes take an
            <code>Idempotency-Key</code>. Lists can be read in pages with <code>limit</code> and <code>cursor</code>.
          </dd>
        </dl>`,
      },
    ],
  };
}
