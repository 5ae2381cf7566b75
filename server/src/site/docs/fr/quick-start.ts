import { html } from 'hono/html';
import type { Doc, DocKit } from '../doc.ts';

export function quickStart({ view, code, examples: x, minimumTopup }: DocKit): Doc {
  return {
    title: 'Démarrage rapide',
    description: 'De zéro à un serveur GPU en marche, avec curl, TypeScript, Python ou la ligne de commande.',
    lead: 'De zéro à un serveur GPU en marche en quelques commandes. Il vous faut curl et jq.',
    sections: [
      {
        id: 'account',
        title: 'Créer un compte',
        body: html`<ol>
            <li><a href="/signup">Créez un compte</a> et confirmez votre courriel.</li>
            <li>Ajoutez du crédit : ${minimumTopup} au minimum. Profitez-en pour fixer un budget.</li>
            <li>Créez une clé API. Elle est affichée une seule fois et fonctionne 90 jours.</li>
          </ol>
          ${code(x.realKey)}
          <p>
            Tout se fait aussi en <a href="${view.to('/docs/cli')}">ligne de commande</a>, avec un programme qui demande avant de dépenser,
            et depuis vos propres programmes avec <a href="${view.to('/docs/sdk')}">le SDK</a>.
          </p>
          <p>
            Pour tout essayer sans compte ni carte, <a href="${view.to('/docs/run')}#try">lancez la démo</a> sur votre propre machine.
          </p>`,
      },
      {
        id: 'look-around',
        title: 'Voir ce qui est offert',
        body: html`<p>Le stock se lit sans clé. Avec une clé, les prix sont ceux de votre compte, y compris vos prix particuliers.</p>
          ${code(x.availability)} ${code(x.plans)}`,
      },
      {
        id: 'ssh-key',
        title: 'Ajouter une clé SSH',
        body: html`<p>
            Chaque écriture envoie l’adresse de ce site dans l’en-tête <code>Origin</code>, pour qu’aucun autre site ne puisse faire écrire
            un navigateur en votre nom ; sans lui, la requête est refusée.
          </p>
          ${code(x.sshKey)}`,
      },
      {
        id: 'deploy',
        title: 'Vérifier le prix, puis déployer',
        body: html`<p>
            Une soumission ne crée rien. Elle indique ce que coûte la première heure, si votre crédit la couvre et ce qui empêcherait le
            déploiement.
          </p>
          ${code(x.quote)}
          <p>
            Le déploiement débite la première heure de votre crédit. L’en-tête <code>Idempotency-Key</code> permet de répéter la requête
            sans risque : elle reçoit la même réponse et ne crée qu’un seul serveur.
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
        id: 'program',
        title: 'À partir d’un programme',
        body: html`<p>
            La même chose dans un programme : il déploie, attend et affiche où se connecter. Il lit dans son environnement les variables
            définies plus haut.
          </p>
          ${code(x.program.exported)} ${code(x.program.typescript, 'TypeScript')} ${code(x.program.python, 'Python')}`,
      },
      {
        id: 'stop-paying',
        title: 'Faire le ménage',
        body: html`<p>Mettez-le en hibernation pour garder son disque système, ou supprimez-le avec tout ce qu’il contient.</p>
          ${code(x.hibernate)} ${code(x.remove)}
          <p>
            La suite : <a href="${view.to('/docs/servers')}">ce que peuvent faire les serveurs</a> et
            <a href="${view.to('/docs/billing')}">comment ils sont facturés</a>.
          </p>`,
      },
    ],
  };
}
