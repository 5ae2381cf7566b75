import { letter } from '../letter.ts';

/** What happens to servers and their backups by itself. */
export const serverLetters = {
  preempted: letter('preempted', {
    en: ({ data, serverPage, say }) => ({
      subject: `Your spot server ${data.serverName} was preempted`,
      paragraphs: [
        `The GPUs of ${data.serverName} were taken back, as can happen to a spot server at any time. ${refund.en(data.refundedMicros, say.cad(data.refundedMicros))}`,
        data.keptSystemDisk
          ? 'It is being hibernated: the system disk is kept, the work disk may be lost. Restore it when GPUs are free again.'
          : 'It had not started yet, so there is nothing to keep. Delete it, and deploy again when GPUs are free.',
      ],
      action: { label: 'See the server', url: serverPage },
    }),
    fr: ({ data, serverPage, say }) => ({
      subject: `Votre serveur spot ${data.serverName} a été préempté`,
      paragraphs: [
        `Les GPU de ${data.serverName} ont été repris, ce qui peut arriver à tout moment à un serveur spot. ${refund.fr(data.refundedMicros, say.cad(data.refundedMicros))}`,
        data.keptSystemDisk
          ? 'Il est mis en hibernation : le disque système est conservé, le disque de travail peut être perdu. Restaurez-le quand des GPU seront libres.'
          : 'Il n’avait pas encore démarré : il n’y a rien à conserver. Supprimez-le, et déployez de nouveau quand des GPU seront libres.',
      ],
      action: { label: 'Voir le serveur', url: serverPage },
    }),
  }),

  hibernated: letter('hibernated', {
    en: ({ data, serverPage }) => ({
      subject: `The term of ${data.serverName} has ended; it is being hibernated`,
      paragraphs: [
        `The paid term of ${data.serverName} has ended and was not renewed, so it is being hibernated. It keeps its data, its address is released, and nothing more is billed.`,
        'Renew it, then restore it. If you need it no more, delete it.',
      ],
      action: { label: 'See the server', url: serverPage },
    }),
    fr: ({ data, serverPage }) => ({
      subject: `La période de ${data.serverName} est terminée ; mise en hibernation`,
      paragraphs: [
        `La période payée de ${data.serverName} est terminée et n’a pas été renouvelée ; il est donc mis en hibernation. Il garde ses données, son adresse est libérée et rien n’est plus facturé.`,
        'Renouvelez-le, puis restaurez-le. Si vous n’en avez plus besoin, supprimez-le.',
      ],
      action: { label: 'Voir le serveur', url: serverPage },
    }),
  }),

  backup_failed: letter('backup_failed', {
    en: ({ data, serverPage }) => ({
      subject: `A backup of ${data.serverName} could not be made`,
      paragraphs: [
        `The ${data.automatic ? 'daily' : 'manual'} backup of ${data.serverName} failed. The server itself and earlier backups are as they were.`,
        data.automatic ? 'The next one is made tomorrow; you can also start one yourself.' : 'Start another one.',
      ],
      facts: [['Backup', data.backupId]],
      action: { label: 'See the backups', url: serverPage },
    }),
    fr: ({ data, serverPage }) => ({
      subject: `Une sauvegarde de ${data.serverName} a échoué`,
      paragraphs: [
        `La sauvegarde ${data.automatic ? 'quotidienne' : 'manuelle'} de ${data.serverName} a échoué. Le serveur lui-même et les sauvegardes précédentes sont intacts.`,
        data.automatic ? 'La prochaine se fera demain ; vous pouvez aussi en lancer une vous-même.' : 'Lancez-en une autre.',
      ],
      facts: [['Sauvegarde', data.backupId]],
      action: { label: 'Voir les sauvegardes', url: serverPage },
    }),
  }),
} as const;

const refund = {
  en: (micros: string, amount: string) => (micros === '0' ? 'There was nothing to refund.' : `${amount} were refunded to your credit.`),
  fr: (micros: string, amount: string) =>
    micros === '0' ? 'Il n’y avait rien à rembourser.' : `${amount} ont été remboursés à votre crédit.`,
} as const;
