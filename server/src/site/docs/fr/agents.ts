import { CALLS_PER_MINUTE, QUOTE_SECONDS, SPENDING_CALLS_PER_MINUTE, SUPPORT_CALLS_PER_MINUTE } from '@boreal/contract/agents/agents.ts';
import { html } from 'hono/html';
import { toolsFor } from '../agent-tools-list.ts';
import type { Doc, DocKit } from '../doc.ts';

export function agents({ view, code, examples: x, clientSetups }: DocKit): Doc {
  return {
    title: 'Agents (MCP)',
    description: 'Connecter un agent au moyen du Model Context Protocol, avec autorisations, plafonds, soumissions et approbations.',
    lead: 'Laissez un agent louer et faire fonctionner des serveurs en sachant d’avance ce qu’il peut dépenser.',
    sections: [
      {
        id: 'key',
        title: 'Créer une clé',
        body: html`<p>
            Dans la console, sous <a href="/console/agents">Agents</a>, créez une clé MCP. Elle commence par <code>svc_mcp_</code>,
            fonctionne 90 jours, et seulement ici : l’API REST la refuse, et cette adresse refuse les clés REST. Décidez de ce qu’elle peut
            faire :
          </p>
          <ul>
            <li>
              <strong>Autorisations</strong> : lancer des serveurs, supprimer, débiter la carte enregistrée. Sans aucune, elle permet
              seulement de consulter le compte et d’écrire au soutien. Une clé ne peut jamais faire plus que le rôle de la personne qui l’a
              créée.
            </li>
            <li>
              <strong>Plafonds</strong> : tarif horaire d’un serveur, de tous ensemble, serveurs simultanés, crédit par mois, un débit de
              carte, débits par mois.
            </li>
            <li>
              <strong>Approbation</strong> : ce qui coûte plus qu’un prix que vous choisissez attend qu’une personne l’approuve. Une
              approbation vaut pour une seule dépense de ce genre, jusqu’à son montant, pendant un jour.
            </li>
          </ul>
          <p>Chaque autorisation permet ces outils ; ceux qui en exigent deux figurent sous les deux :</p>
          <ul>
            <li><strong>Lancer</strong> : ${toolsFor('launch')}.</li>
            <li><strong>Supprimer</strong> : ${toolsFor('delete')}.</li>
            <li><strong>Débiter la carte</strong> : ${toolsFor('charge')}.</li>
          </ul>
          <p>
            Quand la personne qui a créé une clé quitte le compte, ou reçoit un rôle qui ne permettrait pas de la créer, la clé cesse de
            fonctionner, sauf si le propriétaire qui retire cette personne la reprend à son compte. Les serveurs lancés par la clé
            continuent de tourner.
          </p>`,
      },
      {
        id: 'clients',
        title: 'Connecter un client',
        body: html`<p>L’adresse est <code>${view.siteUrl}/api/mcp</code>, en Streamable HTTP. Remplacez les points par votre clé.</p>
          ${clientSetups()}
          <p>Ou sans client :</p>
          ${code(x.mcpCall)}`,
      },
      {
        id: 'spending',
        title: 'Soumission, puis confirmation',
        body: html`<p>
            Les outils qui coûtent de l’argent s’appellent deux fois. Le premier appel donne le prix et un jeton, et ne dépense rien :
          </p>
          ${code(x.mcpQuote)}
          <p>
            Le second, avec les mêmes arguments et le jeton, dépense cela, ou moins s’il reste moins d’une période payée. Un jeton sert une
            fois, pendant ${String(QUOTE_SECONDS / 60)} minutes, pour une clé, un outil, des arguments et un prix. Répéter une confirmation
            redonne le premier résultat.
          </p>
          ${code(x.mcpConfirm)}
          <p>
            Les outils qui mettent fin à un serveur pour de bon (<code>svc_delete_server</code>, <code>svc_cancel_server</code>) ne font
            rien sans <code>confirmName</code> : ils donnent <code>whatFollows</code>, ce qui est perdu et ce qui est remboursé, pour que
            vous le lisiez. Avec le nom du serveur, ils le font ; avec <code>shown</code>, qu’ils ont aussi donné, seulement si rien de cela
            n’a changé. Ce que l’hibernation fait perdre est dans <code>atStake</code> de <code>svc_get_server</code>.
          </p>`,
      },
      {
        id: 'caps',
        title: 'Au plafond',
        body: html`<p>
          Au plafond, rien de nouveau n’est lancé, quel que soit le chemin que prend l’agent : la vérification se fait là où l’argent bouge.
          Si vous le choisissez, les serveurs lancés par la clé sont mis en hibernation quand leur heure suivante le dépasserait. Un agent
          peut abaisser des limites, jamais les relever, ne crée aucune clé, et ce qu’il commande finit avec sa période tant qu’une personne
          ne choisit pas de le renouveler.
        </p>`,
      },
      {
        id: 'errors',
        title: 'Erreurs et limites',
        body: html`<p>
            Les réponses disent tout deux fois : dans <code>structuredContent</code>, et en texte, une phrase puis les mêmes faits en JSON,
            pour les clients qui ne montrent que le texte à leur modèle. Un refus est une réponse avec <code>isError</code> ;
            <code>structuredContent.error</code> contient le code, s’il faut réessayer et quand, et <code>accountAction</code> avec un lien
            pour vous. Une clé a ${String(CALLS_PER_MINUTE)} appels par minute, dont ${String(SPENDING_CALLS_PER_MINUTE)} peuvent dépenser
            et ${String(SUPPORT_CALLS_PER_MINUTE)}, écrire au soutien. <a href="${view.to('/docs/errors')}">Tous les codes</a>.
          </p>
          <p>
            L’en-tête <code>X-MCP-Toolsets: servers, billing</code> réduit la liste aux groupes nommés (<code>catalog</code>,
            <code>servers</code>, <code>ssh_keys</code>, <code>billing</code>, <code>account</code> ou <code>all</code>) ;
            <code>X-MCP-Readonly: true</code> la réduit à la lecture.
          </p>
          <p>
            Les programmes trouvent l’adresse par <a href="/.well-known/mcp.json">/.well-known/mcp.json</a>, les modèles de langage par
            <a href="/llms.txt">/llms.txt</a>.
          </p>`,
      },
    ],
  };
}
