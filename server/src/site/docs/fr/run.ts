import { html } from 'hono/html';
import type { Doc, DocKit } from '../doc.ts';

export function run({ view, code, examples: x }: DocKit): Doc {
  return {
    title: 'Auto-hébergement',
    description: 'Boreal est un logiciel libre : exploitez ce nuage GPU sur vos propres machines.',
    lead: 'Ce service fonctionne avec un logiciel libre. Si vous avez des machines GPU, vous pouvez les offrir en location avec lui.',
    sections: [
      {
        id: 'try',
        title: 'L’essayer',
        body: html`<p>
            Une commande dans un clone du dépôt, sous Linux ou macOS avec Node 20 ou plus récent. Postgres et des hôtes simulés viennent
            avec.
          </p>
          ${code(x.demo)}
          <p>Trois clients avec du crédit sont créés. Dans un autre terminal, dans le même dossier, prenez la clé de l’un d’eux :</p>
          ${code(x.demoKey)}
          <p>
            Avec elle, le <a href="${view.to('/docs')}">démarrage rapide</a> fonctionne tel quel. Ce que vous y déployez est simulé : tout
            répond comme en production, mais il n’y a pas de machine où se connecter.
          </p>`,
      },
      {
        id: 'machines',
        title: 'Sur de vraies machines',
        body: html`<p>
          Incus crée les machines, sur un hôte ou une grappe, sous forme de conteneurs ou de machines virtuelles qui reçoivent leurs GPU ;
          <code>docs/operators-guide-incus.md</code>, dans le dépôt, montre comment, de la machine vide à la première connexion SSH. Sur un
          OpenStack que vous avez déjà, suivez <code>docs/operators-guide-openstack.md</code>.
        </p>`,
      },
      {
        id: 'production',
        title: 'En production',
        body: html`<p>
            En production, Boreal exige une adresse https, un serveur de courriel, Stripe pour les cartes et un secret ; Postgres est
            fourni, ou vous apportez le vôtre. Il refuse de démarrer avec des réglages réservés à la démo, et dit ce qui manque.
            <code>docs/operators-guide.md</code>, dans le dépôt, mène dans l’ordre de la machine vide au premier client qui paie.
          </p>
          ${code(x.runProduction)}
          <p>
            Dites qui vous êtes : cela figure sur les factures et sur les pages de confidentialité et de conditions de ce site. Puis
            vérifiez le grand livre :
          </p>
          ${code(x.runCompany)}`,
      },
      {
        id: 'grow',
        title: 'Monter en charge',
        body: html`<p>
          L’API et les tâches d’arrière-plan sont le même programme avec <code>BOREAL_ROLE=api</code> ou <code>worker</code>, autant de
          chacun qu’il en faut sur une seule base de données. Les répartiteurs de charge interrogent <code>/healthz</code> et
          <code>/readyz</code>.
        </p>`,
      },
    ],
  };
}
