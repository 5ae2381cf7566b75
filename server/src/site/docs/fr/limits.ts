import { MINIMUM_TOPUP_CAD } from '@boreal/contract/billing/billing.ts';
import { BACKUP_DAYS_MAX, MANUAL_BACKUPS_MAX } from '@boreal/contract/servers/backups.ts';
import { KEY_LIFETIME_DAYS } from '@boreal/contract/people/keys.ts';
import { html } from 'hono/html';
import type { Doc, DocKit } from '../doc.ts';

export async function limits({ limitTable }: DocKit): Promise<Doc> {
  return {
    title: 'Limites',
    description: 'Requêtes par minute pour chaque opération, et les autres limites du service.',
    lead: 'Combien, à quel rythme, combien de temps.',
    sections: [
      {
        id: 'rates',
        title: 'Requêtes',
        body: html`<p>
            Comptées pour chaque opération et réseau client (une adresse IPv4, ou un /64 en IPv6), à la minute de l’horloge. Chaque réponse
            dit où vous en êtes : <code>RateLimit-Limit</code>, <code>RateLimit-Remaining</code>, <code>RateLimit-Reset</code>. Au-delà,
            vous recevez 429 avec <code>Retry-After</code>.
          </p>
          ${await limitTable()}`,
      },
      {
        id: 'others',
        title: 'Autres limites',
        body: html`<ul>
          <li>Une clé fonctionne ${String(KEY_LIFETIME_DAYS)} jours à partir de sa création.</li>
          <li>Les noms de serveurs et de clés SSH ont 100 caractères au plus.</li>
          <li>
            Les sauvegardes sont conservées ${String(BACKUP_DAYS_MAX)} jours au plus, plus ${String(MANUAL_BACKUPS_MAX)} sauvegardes
            manuelles.
          </li>
          <li>Le crédit s’achète à partir de ${String(MINIMUM_TOPUP_CAD)} CAD.</li>
          <li>Un déploiement à l’heure exige le crédit d’une heure.</li>
          <li>Une Idempotency-Key est retenue pendant 24 heures, pour la clé API ou la personne qui l’a envoyée.</li>
          <li>La disponibilité publique date d’au plus 60 secondes.</li>
        </ul>`,
      },
    ],
  };
}
