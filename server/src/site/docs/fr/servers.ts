import { LABELS_MAX } from '@boreal/contract/servers/description.ts';
import { html } from 'hono/html';
import type { Doc, DocKit } from '../doc.ts';

export function servers({ view, code, examples: x, statusTable, backupPrice }: DocKit): Doc {
  return {
    title: 'Serveurs',
    description: 'Le cycle de vie d’un serveur : états, actions, hibernation, spot, disques, pare-feu et sauvegardes.',
    lead: 'Ce qu’est un serveur, les états par lesquels il passe et ce qui est conservé, et quand.',
    sections: [
      {
        id: 'lifecycle',
        title: 'Cycle de vie',
        body: html`<p>
            Une requête est acceptée immédiatement ; le travail suit. Entre-temps, <code>task</code> indique ce qui est en cours,
            <code>status</code> ne change pas et <code>allowedActions</code> est vide. Interrogez le serveur jusqu’à ce que
            <code>task</code> soit <code>null</code>.
          </p>
          ${statusTable()}
          <p>Un serveur peut être supprimé quel que soit son état. La suppression est immédiate et définitive.</p>`,
      },
      {
        id: 'names',
        title: 'Noms, étiquettes et notes',
        body: html`<p>
          Dans la console, vous pouvez renommer un serveur, l’étiqueter (<code>projet=vision</code>, jusqu’à ${LABELS_MAX} étiquettes) et y
          joindre une note ; la liste des serveurs se filtre par étiquette. Un nom compte au plus 100 caractères. Les listes, l’historique
          et les frais affichent le nouveau nom ; la machine garde le nom d’hôte reçu à sa création, et les factures émises restent telles
          quelles.
        </p>`,
      },
      {
        id: 'hibernation',
        title: 'Hibernation',
        body: html`<p>
            L’hibernation éteint le serveur, garde son disque système et libère ses GPU et son adresse. La facturation s’arrête à la fin de
            l’heure payée. Le reprendre (l’action <code>hibernate-restore</code>) lui donne une nouvelle place : il faut des GPU en stock et
            du crédit pour une heure, et il reçoit une nouvelle adresse.
          </p>
          ${code(x.hibernate)}
          <p>
            Le disque de travail est un espace temporaire : il n’est jamais sauvegardé et peut être vide après une hibernation. Les serveurs
            sont mis en hibernation automatiquement quand un <a href="${view.to('/docs/billing')}#budgets">budget</a> ou le crédit est
            épuisé.
          </p>`,
      },
      {
        id: 'spot',
        title: 'Spot',
        body: html`<p>
            Un serveur spot coûte moins cher et utilise des GPU dont personne n’a besoin à la demande pour l’instant. Quand quelqu’un en a
            besoin, il est interrompu sans préavis : il est mis en hibernation avec son disque système, la partie inutilisée de son heure
            est remboursée et vous recevez un courriel. Un serveur spot encore en création passe à <code>ERROR</code> et est remboursé en
            entier : supprimez-le et déployez de nouveau. Reprenez un serveur en hibernation quand des GPU sont de nouveau libres.
          </p>
          <p>Le spot se facture à l’heure seulement. Enregistrez souvent votre travail, ailleurs que sur le disque de travail.</p>`,
      },
      {
        id: 'firewall',
        title: 'Pare-feu',
        body: html`<p>
            Le trafic entrant est bloqué sauf si une règle le permet ; le trafic sortant est permis tant que vous ne le limitez pas. Un
            nouveau serveur accepte SSH. Les règles peuvent être modifiées pendant que le serveur tourne ; elles s’appliquent dans la
            seconde où elles sont <code>active</code>.
          </p>
          ${code(x.firewall)}
          <p>
            Certains serveurs partagent une adresse publique. <code>sshPort</code> indique le port de celle-ci où répond SSH, et
            <code>forwarding</code>, dans chaque règle, les ports qui mènent à ceux qu’elle ouvre. Ils restent les mêmes jusqu’à ce que la
            règle soit supprimée, ou que le serveur soit mis en hibernation ou change d’hôte. Une règle de plus de 16 ports n’est pas
            redirigée.
          </p>`,
      },
      {
        id: 'backups',
        title: 'Sauvegardes',
        body: html`<p>
            Une option de chaque serveur, ${backupPrice} par mois : une copie du disque système chaque jour, à une heure de l’Est que vous
            choisissez, conservée de un à sept jours, plus jusqu’à deux sauvegardes manuelles. Le serveur peut être brièvement interrompu.
            Restaurer une sauvegarde crée un nouveau serveur avec les mêmes GPU ; l’ancien reste tel quel. Supprimer un serveur supprime ses
            sauvegardes.
          </p>
          ${code(x.backups)}`,
      },
    ],
  };
}
