import type { BackupMissedWhy } from '../servers/backups.ts';
import type { Told } from '../words/language.ts';
import type { ServerEventData } from '../servers/events.ts';
import type { WordsOf } from './told.ts';

/** Why a daily backup was skipped, as part of a sentence. */
export const backupMissedWords = {
  busy: {
    en: 'the server was busy with something else for 6 hours from its scheduled time',
    fr: 'le serveur était occupé à autre chose pendant les 6 heures suivant l’heure prévue',
  },
  down: {
    en: 'the server was not running within 6 hours of its scheduled time',
    fr: 'le serveur ne tournait pas dans les 6 heures suivant l’heure prévue',
  },
  no_room: {
    en: 'there was no room to store it within 6 hours of its scheduled time',
    fr: 'il n’y avait pas de place pour l’enregistrer dans les 6 heures suivant l’heure prévue',
  },
  late: {
    en: 'it could not start within 6 hours of its scheduled time',
    fr: 'elle n’a pas pu commencer dans les 6 heures suivant l’heure prévue',
  },
} as const satisfies Record<BackupMissedWhy, Told>;

/** Backups, and the option that makes one every day. */
export const backupWords = {
  'backup.started': ({ backupId, kind }) => ({
    en: `${kind === 'manual' ? 'Manual' : 'Daily'} backup ${backupId} has started. The server may be interrupted briefly.`,
    fr: `La sauvegarde ${kind === 'manual' ? 'manuelle' : 'quotidienne'} ${backupId} a commencé. Le serveur peut être interrompu brièvement.`,
  }),
  'backup.ready': ({ backupId }) => ({ en: `Backup ${backupId} is ready.`, fr: `La sauvegarde ${backupId} est prête.` }),
  'backup.failed': ({ backupId, kind }) =>
    kind === 'automatic'
      ? {
          en: `Backup ${backupId} failed. The next one runs tomorrow; you can also start one yourself.`,
          fr: `La sauvegarde ${backupId} a échoué. La prochaine se fera demain ; vous pouvez aussi en lancer une vous-même.`,
        }
      : {
          en: `Backup ${backupId} failed. Start another one.`,
          fr: `La sauvegarde ${backupId} a échoué. Lancez-en une autre.`,
        },
  'backup.missed': ({ date, why = 'late' }) => ({
    en: `The daily backup of ${date} was skipped: ${backupMissedWords[why].en}. You can start one yourself.`,
    fr: `La sauvegarde quotidienne du ${date} a été omise : ${backupMissedWords[why].fr}. Vous pouvez en lancer une vous-même.`,
  }),
  'backup.deleted': ({ backupId }) => ({ en: `Backup ${backupId} was deleted.`, fr: `La sauvegarde ${backupId} a été supprimée.` }),
  'backup.option_enabled': (data) => {
    const { en, fr } = daily(data);
    return { en: `Backups are on: ${en}.`, fr: `Les sauvegardes sont activées : ${fr}.` };
  },
  'backup.option_disabled': () => ({
    en: 'Backups are off, and those that were kept are deleted.',
    fr: 'Les sauvegardes sont désactivées, et celles qui étaient gardées sont supprimées.',
  }),
  'backup.option_changed': (data) => {
    const { en, fr } = daily(data);
    return { en: `Backups are changed: ${en}.`, fr: `Les sauvegardes sont modifiées : ${fr}.` };
  },
} as const satisfies WordsOf<
  | 'backup.started'
  | 'backup.ready'
  | 'backup.failed'
  | 'backup.missed'
  | 'backup.deleted'
  | 'backup.option_enabled'
  | 'backup.option_disabled'
  | 'backup.option_changed'
>;

function daily({ hourLocal, retention }: ServerEventData['backup.option_enabled']): Told {
  return {
    en: `a backup every day at ${hourLocal}:00 Eastern Time, kept ${retention === 1 ? '1 day' : `${retention} days`}`,
    fr: `une sauvegarde chaque jour à ${hourLocal} h, heure de l’Est, gardée ${retention === 1 ? '1 jour' : `${retention} jours`}`,
  };
}
