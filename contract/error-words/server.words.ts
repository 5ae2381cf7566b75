import type { ServerTask } from '../servers/servers.ts';
import type { ErrorWords } from './told-error.ts';

/** What a server's state, and its backups', allow. */
export const serverWords = {
  INVALID_STATE: ({ action, currentStatus, allowedActions }) => ({
    en: `A server that is ${currentStatus} cannot do "${action}". Possible now: ${listOr(allowedActions, 'nothing but deleting it')}.`,
    fr: `Un serveur à l’état ${currentStatus} ne peut pas faire « ${action} ». Possible maintenant : ${listOr(allowedActions, 'rien, sinon le supprimer')}.`,
  }),
  OPERATION_IN_PROGRESS: ({ task }) => ({
    en: `The server is busy (${task.replace('_', ' ')}). Wait until "task" is null, then try again.`,
    fr: `Le serveur est occupé (${frenchTasks[task]}). Attendez que « task » soit null, puis réessayez.`,
  }),
  NOT_PROVISIONED: () => ({
    en: 'The server has not run yet, so there is nothing to show. Try again once it is ACTIVE.',
    fr: 'Le serveur n’a encore jamais fonctionné : il n’y a rien à montrer. Réessayez quand il sera ACTIVE.',
  }),
  HIBERNATION_LIMIT: ({ limitGb, keptGb, neededGb }) => ({
    en: `Hibernated servers of an account keep at most ${limitGb} GB of disks. Yours keep ${keptGb} GB, and this one has ${neededGb} GB. Delete one, or contact support.`,
    fr: `Les serveurs en hibernation d’un compte conservent au plus ${limitGb} Go de disques. Les vôtres en conservent ${keptGb} et celui-ci en a ${neededGb}. Supprimez-en un, ou écrivez au soutien.`,
  }),
  BACKUP_NOT_READY: () => ({
    en: 'This backup is not ready. Wait until its status is "ready".',
    fr: 'Cette sauvegarde n’est pas prête. Attendez que son état soit « ready ».',
  }),
  BACKUP_IN_PROGRESS: () => ({
    en: 'This backup is in progress. Wait until it is ready or failed, then try again.',
    fr: 'Cette sauvegarde est en cours. Attendez sa fin, puis réessayez.',
  }),
  BACKUP_OPTION_DISABLED: () => ({
    en: 'The backup option is off for this server. Turn it on first.',
    fr: 'L’option de sauvegarde est désactivée pour ce serveur. Activez-la d’abord.',
  }),
  MANUAL_BACKUP_LIMIT: ({ limit }) => ({
    en: `A server keeps at most ${limit} manual backups. Delete one first.`,
    fr: `Un serveur conserve au plus ${limit} sauvegardes manuelles. Supprimez-en une d’abord.`,
  }),
  BACKUP_STORAGE_FULL: () => ({
    en: 'No room for another backup right now. Nothing was changed. Try again later, or delete an older one.',
    fr: 'Il n’y a pas de place pour une sauvegarde de plus en ce moment. Rien n’a changé. Réessayez plus tard, ou supprimez-en une ancienne.',
  }),
  CONFIRM_DELETE_BACKUPS_REQUIRED: ({ backups }) => ({
    en: `Turning backups off deletes ${backups} of them. Send "confirmDeleteBackups": true to agree.`,
    fr: `Désactiver les sauvegardes en supprime ${backups}. Envoyez "confirmDeleteBackups": true pour accepter.`,
  }),
} as const satisfies Partial<ErrorWords>;

const frenchTasks = {
  starting: 'démarrage',
  stopping: 'arrêt',
  hibernating: 'mise en hibernation',
  restoring: 'reprise',
  moving: 'déplacement',
  deleting: 'suppression',
  backing_up: 'sauvegarde',
} as const satisfies Record<ServerTask, string>;

const listOr = (words: readonly string[], none: string) => (words.length === 0 ? none : words.join(', '));
