import { html } from 'hono/html';
import type { Doc, DocKit } from '../doc.ts';

export function run({ code, examples: x }: DocKit): Doc {
  return {
    title: 'Exploiter le vôtre',
    description: 'Boreal est un logiciel libre : exploitez ce nuage GPU sur vos propres machines.',
    lead: 'Ce que vous voyez est un logiciel libre. Si vous avez des machines GPU, vous pouvez les louer avec lui.',
    sections: [
      {
        id: 'try',
        title: 'L’essayer',
        body: html`<p>
            Une commande dans un clone du dépôt, sous Linux ou macOS avec Node 20 ou plus récent. Postgres et des hôtes simulés viennent
            avec.
          </p>
          ${code(x.demo)}`,
      },
      {
        id: 'machines',
        title: 'Sur de vraies machines',
        body: html`<p>
          Les machines sont créées par Incus, sur un hôte ou une grappe, comme conteneurs ou machines virtuelles qui reçoivent leurs GPU. Le
          fichier
          <code>docs/operators-guide-incus.md</code> du dépôt explique comment, de la machine vide au GPU où quelqu’un s’est connecté.
        </p>`,
      },
      {
        id: 'production',
        title: 'En production',
        body: html`<p>
            La production veut un Postgres à elle, une adresse en https, un serveur de courriel, Stripe pour les cartes et un secret. Elle
            refuse de démarrer avec ce qui n’est fait que pour la démo, et dit ce qui manque.
          </p>
          ${code(x.runProduction)}
          <p>
            Dites qui vous êtes : cela figure sur les factures et sur les pages de confidentialité et de conditions de ce site. Puis
            regardez l’argent :
          </p>
          ${code(x.runCompany)}`,
      },
      {
        id: 'grow',
        title: 'Quand cela grandit',
        body: html`<p>
          L’API et le travail de fond sont le même programme avec <code>BOREAL_ROLE=api</code> ou <code>worker</code>, autant de chacun
          qu’il en faut sur une seule base de données. Les répartiteurs de charge interrogent <code>/healthz</code> et <code>/readyz</code>.
        </p>`,
      },
    ],
  };
}
