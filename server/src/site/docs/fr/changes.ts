import { html } from 'hono/html';
import type { Doc, DocKit } from '../doc.ts';

export async function changes({ view }: DocKit): Promise<Doc> {
  const { version } = await view.sources.api();
  return {
    title: 'Versions de l’API',
    description: 'La version de l’API REST de ce serveur, ce qui peut y changer et ce qui a changé.',
    lead: `Ce serveur utilise la version ${version}.`,
    sections: [
      {
        id: 'rules',
        title: 'Ce qui peut changer',
        body: html`<p>
          Des champs, des opérations et des codes s’ajoutent dans une même version : ignorez ce que vous ne connaissez pas. Rien n’est
          renommé ni retiré, et une valeur de <code>error</code> garde son sens. Les changements incompatibles viennent sous un nouveau
          chemin, à côté de l’ancien.
        </p>`,
      },
      {
        id: 'history',
        title: 'Ce qui a changé',
        body: html`<dl class="history">
          <dt>1.1.1</dt>
          <dd>
            Les refus 401 et 402 ont <code>accountAction</code> avec la phrase et les liens pour la personne qui doit agir ;
            <code>error</code> reste tel qu’il était. Les serveurs indiquent <code>task</code> et <code>allowedActions</code>. Les écritures
            acceptent une <code>Idempotency-Key</code>. Les listes se lisent par pages avec <code>limit</code> et <code>cursor</code>.
          </dd>
        </dl>`,
      },
    ],
  };
}
