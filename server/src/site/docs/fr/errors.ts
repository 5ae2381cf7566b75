import { html } from 'hono/html';
import type { Doc, DocKit } from '../doc.ts';

export function errors({ code, examples: x, errorTable }: DocKit): Doc {
  return {
    title: 'Erreurs',
    description: 'La forme d’un refus, chaque code avec son statut et ce qu’il faut faire.',
    lead: 'Un refus dit ce qui est arrivé, ce qu’il faut faire, et porte un code qui ne change pas.',
    sections: [
      {
        id: 'shape',
        title: 'Forme',
        body: html`<p>
            <code>error</code> est pour les programmes : décidez d’après lui, jamais d’après <code>message</code>, qui est pour les
            personnes, en français quand <code>Accept-Language</code> le préfère. Là où une personne doit d’abord agir (401, 402),
            <code>accountAction</code> contient la phrase et le lien. Chaque réponse a un <code>X-Request-Id</code> ; donnez-le au soutien
            pour retrouver la requête.
          </p>
          ${code(x.errorBody)}`,
      },
      { id: 'codes', title: 'Codes', body: errorTable() },
      {
        id: 'again',
        title: 'Réessayer',
        body: html`<p>
          Une requête refusée n’a rien changé. Après 429, attendez <code>Retry-After</code> ; après 500, 503 ou une connexion perdue,
          répétez la requête, les écritures avec la même <code>Idempotency-Key</code>. 400, 401, 403 et 404 restent tels quels tant que vous
          ne changez rien.
        </p>`,
      },
    ],
  };
}
