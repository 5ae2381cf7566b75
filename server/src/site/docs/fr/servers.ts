import { LABELS_MAX } from '@boreal/contract/server-description.ts';
import { html } from 'hono/html';
import type { Doc, DocKit } from '../doc.ts';

export function servers({ view, code, examples: x, statusTable, backupPrice }: DocKit): Doc {
  return {
    title: 'Serveurs',
    description: 'La vie d’un serveur : statuts, actions, hibernation, spot, disques, pare-feu et sauvegardes.',
    lead: 'Ce qu’est un serveur, par où il passe et ce qui est gardé, quand.',
    sections: [
      {
        id: 'lifecycle',
        title: 'Vie d’un serveur',
        body: html`<p>
            Une requête dit ce que vous voulez et est acceptée aussitôt ; le travail suit. Entre-temps, <code>task</code> dit ce qui se
            fait, <code>status</code> reste ce qu’il était et <code>allowedActions</code> est vide. Relisez le serveur jusqu’à ce que
            <code>task</code> soit <code>null</code>.
          </p>
          ${statusTable()}
          <p>La suppression est possible dans tous les statuts, immédiate et définitive.</p>`,
      },
      {
        id: 'names',
        title: 'Noms, étiquettes et notes',
        body: html`<p>
          Dans la console, on renomme un serveur, on l’étiquette (<code>projet=vision</code>, jusqu’à ${LABELS_MAX} étiquettes) et on y
          joint une note ; la liste des serveurs se filtre par étiquette. Un nom compte au plus 100 caractères. Les listes, l’historique et
          les frais affichent le nouveau nom ; la machine garde le nom d’hôte reçu à sa création, et les factures émises restent telles
          quelles.
        </p>`,
      },
      {
        id: 'hibernation',
        title: 'Hibernation',
        body: html`<p>
            L’hibernation éteint le serveur, garde son disque système et libère ses GPU et son adresse. La facturation s’arrête avec l’heure
            payée. Le restaurer est un nouveau placement : il faut des GPU en stock et du crédit pour une heure, et il reçoit une nouvelle
            adresse.
          </p>
          ${code(x.hibernate)}
          <p>
            Le disque de travail est fait pour ce qui peut être refait : il n’est dans aucune sauvegarde et peut être vide après une
            hibernation. Les serveurs hibernent d’eux-mêmes quand un <a href="${view.to('/docs/billing')}#budgets">budget</a> ou le crédit
            est épuisé.
          </p>`,
      },
      {
        id: 'spot',
        title: 'Spot',
        body: html`<p>
            Un serveur spot coûte moins cher et utilise des GPU dont personne n’a besoin à la demande pour l’instant. Quand quelqu’un en a
            besoin, il est mis en hibernation sans préavis : son disque système reste, la partie inutilisée de son heure est remboursée et
            vous recevez un courriel. Un serveur spot encore en création est retiré et remboursé en entier. Restaurez-le quand des GPU sont
            libres à nouveau.
          </p>
          <p>Le spot se facture à l’heure seulement. Enregistrez souvent votre travail, ailleurs que sur le disque de travail.</p>`,
      },
      {
        id: 'firewall',
        title: 'Pare-feu',
        body: html`<p>
            Ce qui n’est pas permis en entrée est refusé ; la sortie est libre tant que vous ne la limitez pas. Un nouveau serveur laisse
            entrer SSH. Les règles se changent pendant que le serveur tourne et valent dans la seconde où elles sont <code>active</code>.
          </p>
          ${code(x.firewall)}
          <p>
            Certains serveurs partagent une adresse publique. <code>sshPort</code> indique le port de celle-ci où répond SSH, et
            <code>forwarding</code>, dans chaque règle, les ports qui mènent à ceux qu’elle ouvre : 16 au plus par règle. Ils restent les
            mêmes jusqu’à ce que la règle soit supprimée, ou que le serveur hiberne ou change d’hôte.
          </p>`,
      },
      {
        id: 'backups',
        title: 'Sauvegardes',
        body: html`<p>
            Une option de chaque serveur, ${backupPrice} par mois : une copie du disque système chaque jour, à une heure de l’Est que vous
            choisissez, gardée de un à sept jours, et jusqu’à deux faites à la main. Le serveur peut être brièvement interrompu. Restaurer
            crée un nouveau serveur avec les mêmes GPU ; l’ancien reste tel quel. Supprimer un serveur supprime ses sauvegardes.
          </p>
          ${code(x.backups)}`,
      },
    ],
  };
}
