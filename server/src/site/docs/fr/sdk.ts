import { html } from 'hono/html';
import type { Doc, DocKit } from '../doc.ts';

export function sdk({ view, code, examples: { sdk: x } }: DocKit): Doc {
  const { sdk: download } = view.downloads;
  return {
    title: 'SDK',
    description: 'Louez des serveurs GPU depuis vos propres programmes TypeScript ou JavaScript.',
    lead: 'L’API REST en TypeScript et en JavaScript. Chaque requête est une méthode, avec ses types et de nouvelles tentatives au besoin, sans aucune dépendance. Demande Node 20 ou plus récent.',
    sections: [
      {
        id: 'install',
        title: 'L’installer',
        body: html`<p>Dans le dossier de votre projet. Il vient de ce site, et non d’un registre :</p>
          ${code(x.install)}
          ${
            download === null
              ? ''
              : html`<p>Ce site offre la version ${download.version}. Son SHA-256 est <code>${download.sha256}</code>.</p>`
          }`,
      },
      {
        id: 'client',
        title: 'Se connecter',
        body: html`<p>
            Créez une clé API sous <a href="${view.toConsole('/console/api-keys')}">Clés API</a> et gardez-la hors de votre code. Ceci
            demande la clé sans la montrer :
          </p>
          ${code(x.key)} ${code(x.client, 'boreal.mjs')}
          <p>
            Votre clé n’est envoyée qu’à ce site : les redirections ne sont pas suivies, et le http non chiffré est refusé, sauf sur votre
            propre machine.
          </p>`,
      },
      {
        id: 'server',
        title: 'Votre premier serveur',
        body: html`<p>
            Une méthode reçoit en un seul objet ce que demande la requête et renvoie le <code>data</code> de la réponse. Les méthodes
            portent les noms de la <a href="${view.to('/docs/api')}">référence REST</a>, qui indique ce que chacune reçoit et renvoie ;
            votre éditeur le sait aussi.
          </p>
          ${code(x.server, 'first-server.mjs')}`,
      },
      {
        id: 'errors',
        title: 'En cas de problème',
        body: html`<p>
            Un refus est levé comme <code>BorealError</code>. Son <code>code</code> est l’un des
            <a href="${view.to('/docs/errors')}">codes d’erreur</a>, et <code>details</code> est la réponse entière. Donnez
            <code>requestId</code> au soutien.
          </p>
          ${code(x.errors, 'errors.mjs')}
          <p>
            Après une limite, une panne ou une réponse perdue, il réessaie jusqu’à trois fois. Un POST porte une clé d’idempotence : il
            n’est jamais exécuté deux fois. Les autres écritures ne sont pas répétées dès qu’elles ont pu arriver : l’erreur porte alors
            <code>mayBeDone: true</code>, et vous vérifiez avant de renvoyer la requête.
          </p>`,
      },
      {
        id: 'lists',
        title: 'Longues listes',
        body: html`<p>Une liste renvoie jusqu’à 1 000 éléments. <code>all</code> lit page après page, tant que vous en demandez :</p>
          ${code(x.lists, 'list-servers.mjs')}`,
      },
    ],
  };
}
