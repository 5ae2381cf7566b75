import { html } from 'hono/html';
import type { Doc, DocKit } from '../doc.ts';

export function quickStart({ view, code, examples: x, minimumTopup }: DocKit): Doc {
  return {
    title: 'Démarrage rapide',
    description: 'De rien à un serveur GPU en marche avec curl, dans la démo ou avec un vrai compte.',
    lead: 'De rien à un serveur GPU en marche en quelques commandes. Il vous faut curl et jq.',
    sections: [
      {
        id: 'try-the-demo',
        title: 'Essayer sans compte',
        body: html`<p>
            Boreal tourne sur votre propre machine avec des hôtes GPU simulés. Dans un clone de son dépôt, avec Node 20 ou plus récent :
          </p>
          ${code(x.demo)}
          <p>Trois clients avec du crédit sont créés. Dans un autre terminal, dans le même dossier :</p>
          ${code(x.demoKey)}
          <p>Ce que vous y déployez est simulé : tout répond comme en production, mais il n’y a pas de machine où se connecter.</p>`,
      },
      {
        id: 'real-account',
        title: 'Ou avec un vrai compte',
        body: html`<ol>
            <li><a href="/signup">Créez un compte</a> et confirmez votre courriel.</li>
            <li>Ajoutez du crédit : ${minimumTopup} au minimum. Profitez-en pour fixer un budget.</li>
            <li>Créez une clé API. Son texte est montré une seule fois ; elle fonctionne 90 jours.</li>
          </ol>
          ${code(x.realKey)}`,
      },
      {
        id: 'look-around',
        title: 'Voir ce qu’il y a',
        body: html`<p>Le stock se lit sans clé. Avec une clé, les prix sont les vôtres, y compris vos prix particuliers.</p>
          ${code(x.availability)} ${code(x.plans)}`,
      },
      {
        id: 'ssh-key',
        title: 'Ajouter une clé SSH',
        body: html`<p>Une écriture nomme le site d’où elle vient dans l’en-tête <code>Origin</code> ; sans lui, elle est refusée.</p>
          ${code(x.sshKey)}`,
      },
      {
        id: 'deploy',
        title: 'Demander le prix, puis déployer',
        body: html`<p>Le devis ne crée rien. Il dit ce que coûte la première heure, si votre crédit la couvre et ce qui s’y oppose.</p>
          ${code(x.quote)}
          <p>
            Le déploiement prend la première heure sur votre crédit. L’en-tête <code>Idempotency-Key</code> permet de le répéter sans danger
            : la même requête reçoit la même réponse et un seul serveur.
          </p>
          ${code(x.deploy)} ${code(x.wait)}`,
      },
      {
        id: 'log-in',
        title: 'Se connecter',
        body: html`<p>L’utilisateur est celui de l’image : <code>ubuntu</code> sous Ubuntu.</p>
          ${code(x.login)}`,
      },
      {
        id: 'stop-paying',
        title: 'Cesser de payer',
        body: html`<p>Mettez-le en hibernation pour garder son disque système, ou supprimez-le avec tout ce qu’il contient.</p>
          ${code(x.hibernate)} ${code(x.remove)}
          <p>
            La suite : <a href="${view.to('/docs/servers')}">ce que peuvent les serveurs</a> et
            <a href="${view.to('/docs/billing')}">comment ils sont facturés</a>.
          </p>`,
      },
    ],
  };
}
