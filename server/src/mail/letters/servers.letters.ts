import { backupMissedWords } from '@boreal/contract/server-event-words/backup.words.ts';
import { letter } from '../letter.ts';
import { hibernation } from './hibernation.ts';

/** What happens to servers and their backups without a request. */
export const serverLetters = {
  preempted: letter('preempted', {
    en: ({ data, links, serverPage, say }) => {
      const { serverName, others = [], ...one } = data;
      if (others.length > 0) {
        return {
          subject: `${others.length + 1} spot servers were interrupted`,
          paragraphs: [
            'The GPUs of these spot servers were taken back, as can happen to a spot server at any time.',
            'Those that are kept are being hibernated: the system disk is kept, the work disk may be lost. Resume them when GPUs are free again. Those that had not started yet have nothing to keep: delete them, and deploy again.',
          ],
          list: [{ serverName, ...one }, ...others].map(
            (each) =>
              `${each.serverName}: ${each.keptSystemDisk ? 'kept' : 'had not started yet'}, ${each.refundedMicros === '0' ? 'nothing to refund' : `${say.cad(each.refundedMicros)} refunded to your credit`}${each.operatorsReason === undefined ? '' : `. The reason: ${each.operatorsReason}`}`,
          ),
          action: { label: 'View servers', url: links.servers },
        };
      }
      return {
        subject: `Your spot server ${serverName} was interrupted`,
        paragraphs: [
          `The GPUs of ${serverName} were taken back, as can happen to a spot server at any time. ${refund.en(data.refundedMicros, say.cad(data.refundedMicros))}`,
          ...(data.operatorsReason === undefined ? [] : [`The reason: ${data.operatorsReason}`]),
          data.keptSystemDisk
            ? 'It is being hibernated: the system disk is kept, the work disk may be lost. Resume it when GPUs are free again.'
            : 'It had not started yet, so there is nothing to keep. Delete it, and deploy again when GPUs are free.',
        ],
        action: { label: 'View server', url: serverPage },
      };
    },
    fr: ({ data, links, serverPage, say }) => {
      const { serverName, others = [], ...one } = data;
      if (others.length > 0) {
        return {
          subject: `${others.length + 1} serveurs spot ont été interrompus`,
          paragraphs: [
            'Les GPU de ces serveurs spot ont été repris, ce qui peut arriver à tout moment à un serveur spot.',
            'Ceux qui sont conservés sont mis en hibernation : le disque système reste, le disque de travail peut être perdu. Reprenez-les quand des GPU seront libres. Ceux qui n’avaient pas encore démarré n’ont rien à conserver : supprimez-les, et déployez de nouveau.',
          ],
          list: [{ serverName, ...one }, ...others].map(
            (each) =>
              `${each.serverName} : ${each.keptSystemDisk ? 'conservé' : 'pas encore démarré'}, ${each.refundedMicros === '0' ? 'rien à rembourser' : `${say.cad(each.refundedMicros)} remboursés à votre crédit`}${each.operatorsReason === undefined ? '' : `. La raison : ${each.operatorsReason}`}`,
          ),
          action: { label: 'Voir les serveurs', url: links.servers },
        };
      }
      return {
        subject: `Votre serveur spot ${serverName} a été interrompu`,
        paragraphs: [
          `Les GPU de ${serverName} ont été repris, ce qui peut arriver à tout moment à un serveur spot. ${refund.fr(data.refundedMicros, say.cad(data.refundedMicros))}`,
          ...(data.operatorsReason === undefined ? [] : [`La raison : ${data.operatorsReason}`]),
          data.keptSystemDisk
            ? 'Il est mis en hibernation : le disque système est conservé, le disque de travail peut être perdu. Reprenez-le quand des GPU seront libres.'
            : 'Il n’avait pas encore démarré : il n’y a rien à conserver. Supprimez-le, et déployez de nouveau quand des GPU seront libres.',
        ],
        action: { label: 'Voir le serveur', url: serverPage },
      };
    },
  }),

  server_halted: letter('server_halted', {
    en: ({ data: { serverName, action, reason }, serverPage }) => ({
      subject: action === 'stop' ? `We stopped ${serverName}` : `We are hibernating ${serverName}`,
      paragraphs: [
        `${action === 'stop' ? `We stopped your server ${serverName}` : `We are hibernating your server ${serverName}`}. The reason: ${reason}`,
        halted[action].en,
        'Contact support if you have questions, or think this is a mistake.',
      ],
      action: { label: 'View server', url: serverPage },
    }),
    fr: ({ data: { serverName, action, reason }, serverPage }) => ({
      subject: action === 'stop' ? `Nous avons arrêté ${serverName}` : `Nous mettons ${serverName} en hibernation`,
      paragraphs: [
        `${action === 'stop' ? `Nous avons arrêté votre serveur ${serverName}` : `Nous mettons votre serveur ${serverName} en hibernation`}. La raison : ${reason}`,
        halted[action].fr,
        'Écrivez au soutien si vous avez des questions, ou si vous pensez que c’est une erreur.',
      ],
      action: { label: 'Voir le serveur', url: serverPage },
    }),
  }),

  hibernated: letter('hibernated', {
    en: ({ data, links, serverPage }) => {
      const { subject, what, list } = hibernation.en(data, 'the paid term has ended');
      const several = list.length > 0;
      return {
        subject,
        paragraphs: [
          `The paid term is over and was not renewed for ${what}`,
          data.canceled && !several
            ? gone.en
            : 'To use it again, renew the order: the server then resumes. Delete what you no longer need.',
          ...(several && [data, ...(data.others ?? [])].some(({ canceled }) => canceled) ? [gone.en] : []),
        ],
        list,
        action: several ? { label: 'View servers', url: links.servers } : { label: 'View server', url: serverPage },
      };
    },
    fr: ({ data, links, serverPage }) => {
      const { subject, what, list } = hibernation.fr(data, 'période payée terminée');
      const several = list.length > 0;
      return {
        subject,
        paragraphs: [
          `La période payée est terminée et n’a pas été renouvelée pour ${what}`,
          data.canceled && !several
            ? gone.fr
            : 'Pour vous en servir de nouveau, renouvelez la commande : le serveur est alors repris. Supprimez ce dont vous n’avez plus besoin.',
          ...(several && [data, ...(data.others ?? [])].some(({ canceled }) => canceled) ? [gone.fr] : []),
        ],
        list,
        action: several ? { label: 'Voir les serveurs', url: links.servers } : { label: 'Voir le serveur', url: serverPage },
      };
    },
  }),

  stock_back: letter('stock_back', {
    en: ({ data, links, token }) => ({
      subject: `${data.planName} is back in stock`,
      paragraphs: [
        'You asked us to let you know. You can deploy it now, but it is not reserved: others were notified too, and it may sell out again.',
        'This alert has ended. If you need another one, set it again.',
      ],
      action: { label: 'Deploy it', url: links.deploy(data) },
      ...(token !== '' && { stop: { label: 'Stop all my stock alerts', url: links.stopMail(token, 'en') } }),
    }),
    fr: ({ data, links, token }) => ({
      subject: `${data.planName} est de nouveau en stock`,
      paragraphs: [
        'Vous nous avez demandé de vous prévenir. Vous pouvez le déployer maintenant, mais il n’est pas réservé : d’autres ont aussi été prévenus, et il peut s’épuiser de nouveau.',
        'Cette alerte est terminée. S’il vous en faut encore une ensuite, activez-la de nouveau.',
      ],
      action: { label: 'Déployer', url: links.deploy(data) },
      ...(token !== '' && { stop: { label: 'Arrêter toutes mes alertes de stock', url: links.stopMail(token, 'fr') } }),
    }),
  }),

  backup_failed: letter('backup_failed', {
    en: ({ data, serverPage }) => ({
      subject: `A backup of ${data.serverName} failed`,
      paragraphs: [
        `The ${data.automatic ? 'daily' : 'manual'} backup of ${data.serverName} failed. The server itself and earlier backups are as they were.`,
        data.automatic ? 'The next one runs tomorrow; you can also start one yourself.' : 'Start another one.',
      ],
      facts: [['Backup', data.backupId]],
      action: { label: 'View backups', url: serverPage },
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
  backup_missed: letter('backup_missed', {
    en: ({ data: { others = [], ...first }, links, serverPage, say }) => {
      const because = (one: typeof first) => `${say.date(noonOf(one.date))}: ${backupMissedWords[one.why].en}`;
      const after =
        'Earlier backups are as they were. The next one is tried at its usual time; you can also start one yourself. If the next ones are missed too, the console shows them; we won’t email you about each.';
      if (others.length > 0) {
        return {
          subject: `${others.length + 1} daily backups were not made`,
          paragraphs: ['These daily backups were not made.', after],
          list: [first, ...others].map((one) => `${one.serverName}, ${because(one)}`),
          action: { label: 'View servers', url: links.servers },
        };
      }
      return {
        subject: `The daily backup of ${first.serverName} was not made`,
        paragraphs: [`${first.serverName} has no daily backup of ${because(first)}.`, after],
        action: { label: 'View backups', url: serverPage },
      };
    },
    fr: ({ data: { others = [], ...first }, links, serverPage, say }) => {
      const because = (one: typeof first) => `${say.date(noonOf(one.date))} : ${backupMissedWords[one.why].fr}`;
      const after =
        'Les sauvegardes précédentes sont intactes. La prochaine sera tentée à l’heure habituelle ; vous pouvez aussi en lancer une vous-même. Si les suivantes sont manquées aussi, la console les indique ; nous ne vous écrirons pas pour chacune.';
      if (others.length > 0) {
        return {
          subject: `${others.length + 1} sauvegardes quotidiennes n’ont pas été faites`,
          paragraphs: ['Ces sauvegardes quotidiennes n’ont pas été faites.', after],
          list: [first, ...others].map((one) => `${one.serverName}, ${because(one)}`),
          action: { label: 'Voir les serveurs', url: links.servers },
        };
      }
      return {
        subject: `La sauvegarde quotidienne de ${first.serverName} n’a pas été faite`,
        paragraphs: [`${first.serverName} n’a pas de sauvegarde quotidienne du ${because(first)}.`, after],
        action: { label: 'Voir les sauvegardes', url: serverPage },
      };
    },
  }),
} as const;

/** A calendar day in Eastern time, as a moment in its middle. */
const noonOf = (date: string) => `${date}T17:00:00Z`;

/** What can be done with the server of a cancelled order. */
const gone = {
  en: 'An order that was cancelled cannot be renewed. Delete its server when you no longer need the data; if you still need it, contact support.',
  fr: 'Une commande annulée ne peut pas être renouvelée. Supprimez son serveur quand vous n’avez plus besoin des données ; s’il vous les faut encore, écrivez au soutien.',
} as const;

/** What happens to a server that an operator stopped or hibernated, and to its costs. */
const halted = {
  stop: {
    en: 'Its disks and addresses are kept, and it is still billed. You can start it again once the cause is gone; to stop the billing, hibernate or delete it.',
    fr: 'Ses disques et ses adresses sont conservés, et il reste facturé. Vous pouvez le démarrer de nouveau une fois la cause éliminée ; pour arrêter la facturation, mettez-le en hibernation ou supprimez-le.',
  },
  hibernate: {
    en: 'Its system disk is kept; its work disk may be empty when you resume it. Its address is released, and nothing more is billed after the hour already paid. You can resume it once the cause is gone.',
    fr: 'Son disque système est conservé ; son disque de travail peut être vide à la reprise. Son adresse est libérée, et rien de plus n’est facturé après l’heure déjà payée. Vous pouvez le reprendre une fois la cause éliminée.',
  },
} as const;

const refund = {
  en: (micros: string, amount: string) => (micros === '0' ? 'There was nothing to refund.' : `${amount} was refunded to your credit.`),
  fr: (micros: string, amount: string) =>
    micros === '0' ? 'Il n’y avait rien à rembourser.' : `${amount} ont été remboursés à votre crédit.`,
} as const;
