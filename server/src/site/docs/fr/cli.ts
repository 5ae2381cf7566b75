import { html } from 'hono/html';
import type { Doc, DocKit } from '../doc.ts';

export function cli({ view, code, examples: { cli: x }, exitTable }: DocKit): Doc {
  const { cli: program } = view.downloads;
  return {
    title: 'Ligne de commande',
    description: 'Louez des serveurs GPU depuis un terminal ou un script : un seul fichier, pour Linux et macOS.',
    lead: 'Tout ce que fait l’API REST, depuis un terminal ou un script. C’est un seul fichier, qui demande Node 20 ou plus récent.',
    sections: [
      {
        id: 'install',
        title: 'L’installer',
        body: html`${code(x.url)} ${code(x.install)}
          <p>
            Ajoutez <code>~/.local/bin</code> à votre <code>PATH</code> s’il n’y est pas encore. Sous macOS, écrivez
            <code>shasum -a 256</code> au lieu de <code>sha256sum</code>.
          </p>
          ${
            program === null
              ? ''
              : html`<p>Ce site offre la version ${program.version}. Son SHA-256 est <code>${program.sha256}</code>.</p>`
          }`,
      },
      {
        id: 'key',
        title: 'Lui donner votre clé',
        body: html`<p>
            Il lit la clé dans son environnement, jamais dans une commande, où tous les utilisateurs de la machine pourraient la voir, et ne
            l’affiche nulle part. Ceci demande la clé sans la montrer :
          </p>
          ${code(x.key)} ${code(x.looks)}`,
      },
      {
        id: 'server',
        title: 'Votre premier serveur',
        body: html`${code(x.sshKey)}
          <p>
            Avant de déployer, il affiche le prix de l’heure et ce qui est prélevé sur votre crédit, puis demande confirmation. Avec
            <code>--wait</code>, il indique ce que fait le serveur jusqu’à ce qu’il soit en marche. Si la connexion est coupée, il renvoie
            la même requête sous le même nom : vous n’achetez jamais deux fois.
          </p>
          ${code(x.deploy)}
          <p>
            Un serveur ou une clé SSH se tape par son nom ou par son identifiant. Si deux portent le même nom, rien n’est fait tant que vous
            ne tapez pas l’identifiant.
          </p>
          <p>
            Ceci se connecte avec votre propre ssh. La clé d’hôte du serveur est retenue sous son identifiant, parce que son adresse peut
            changer :
          </p>
          ${code(x.login)}
          <p>
            Avant d’arrêter, de mettre en hibernation ou de supprimer un serveur, il dit ce qui est perdu et remboursé, et demande
            confirmation :
          </p>
          ${code(x.end)}`,
      },
      {
        id: 'scripts',
        title: 'Dans des scripts',
        body: html`<p>
            <code>--json</code> affiche le <code>data</code> de la réponse, comme dans la
            <a href="${view.to('/docs/api')}">référence REST</a>, et un refus en JSON sur l’erreur standard. Les listes sont complètes,
            quelle que soit leur longueur. Quand personne ne peut répondre, il ne dépense et ne détruit rien sans <code>--yes</code> ;
            <code>--max-price</code> est le prix maximal de l’heure.
          </p>
          ${code(x.script)} ${exitTable()}`,
      },
      {
        id: 'help',
        title: 'Toutes les commandes',
        body: html`<p>
            Chaque commande affiche ses options, la permission qu’elle demande et les refus possibles. La
            <a href="${view.to('/docs/api')}">référence REST</a> donne la commande de chaque requête.
          </p>
          ${code(x.help)}
          <p>
            Ceci permet à la touche Tab de compléter les commandes dès votre prochaine session bash ; pour zsh, écrivez dans
            <code>~/.zshrc</code> :
          </p>
          ${code(x.completion)}`,
      },
    ],
  };
}
