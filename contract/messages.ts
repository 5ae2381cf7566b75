import type { ErrorCode } from './errors.ts';
import type { ServerAction, ServerStatus, ServerTask } from './servers.ts';

export type Locale = 'en' | 'fr';

/** A sentence for a person in each language; the door that shows it picks one. */
export type Told = Readonly<Record<Locale, string>>;

/** What is wrong with one field of a request; an empty path is the request as a whole. */
export interface ToldIssue {
  readonly path: string;
  readonly message: Told;
}

/** What each error needs to be told in full. Details named `…Micros` are micro-CAD. */
export interface ErrorDetails {
  Unauthorized: { reason: 'NO_API_KEY' | 'INVALID_API_KEY' };
  FORBIDDEN_ORIGIN: { siteUrl: string };
  NOT_FOUND: { what: NotFoundNoun };
  INVALID_REQUEST: { issues: readonly ToldIssue[] };
  INVALID_STATE: { action: ServerAction | 'backup'; currentStatus: ServerStatus; allowedActions: ServerAction[] };
  OPERATION_IN_PROGRESS: { task: ServerTask; currentStatus: ServerStatus };
  NOT_PROVISIONED: { currentStatus: ServerStatus };
  INSUFFICIENT_CREDITS: { requiredMicros: bigint; balanceMicros: bigint };
  PAYMENT_REQUIRED: { requiredMicros: bigint };
  BUDGET_CAP_REACHED: { cap: BudgetCap; requiredMicros: bigint };
  CYCLE_NOT_AVAILABLE: { productId: string };
  PLAN_NOT_AVAILABLE: { productId: string; alternatives: string[] };
  PRICE_CHANGED: { expectedCad: number; actualCad: number };
  BACKUP_NOT_READY: Record<never, never>;
  BACKUP_IN_PROGRESS: Record<never, never>;
  BACKUP_OPTION_DISABLED: Record<never, never>;
  MANUAL_BACKUP_LIMIT: { limit: number };
  CONFIRM_DELETE_BACKUPS_REQUIRED: { backups: number };
  IDEMPOTENCY_CONFLICT: Record<never, never>;
  IDEMPOTENCY_IN_PROGRESS: Record<never, never>;
  'Too many requests': { retryAfterSeconds: number };
  INTERNAL_ERROR: Record<never, never>;
}

/** Whose spending a budget limits, and over what time. */
export type BudgetCap = 'account month' | 'account day' | 'server month';

const frenchCaps = {
  'account month': 'le budget mensuel du compte',
  'account day': 'le budget quotidien du compte',
  'server month': 'le budget mensuel du serveur',
} as const satisfies Record<BudgetCap, string>;

const frenchTasks = {
  starting: 'démarrage',
  stopping: 'arrêt',
  hibernating: 'mise en hibernation',
  restoring: 'restauration',
  deleting: 'suppression',
  backing_up: 'sauvegarde',
} as const satisfies Record<ServerTask, string>;

export type NotFoundNoun = 'server' | 'plan' | 'ssh key' | 'firewall rule' | 'key' | 'account' | 'host' | 'pool' | 'page' | 'backup';

const frenchNouns = {
  server: 'Ce serveur',
  plan: 'Ce produit',
  'ssh key': 'Cette clé SSH',
  'firewall rule': 'Cette règle de pare-feu',
  key: 'Cette clé',
  account: 'Ce compte',
  host: 'Cet hôte',
  pool: 'Ce groupe',
  page: 'Cette adresse',
  backup: 'Cette sauvegarde',
} as const satisfies Record<NotFoundNoun, string>;

type Messages = { [C in ErrorCode]: (details: ErrorDetails[C]) => string };

const cad = (micros: bigint, locale: 'en-CA' | 'fr-CA') =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: 'CAD', maximumFractionDigits: 4 }).format(Number(micros) / 1e6);

const listOr = (words: readonly string[], none: string) => (words.length === 0 ? none : words.join(', '));

/** What a person reads, in each language: what happened, and what to do next. */
const errorMessages = {
  en: {
    Unauthorized: ({ reason }) =>
      reason === 'NO_API_KEY'
        ? 'This request needs an API key. Send it as "Authorization: Bearer gpu_…".'
        : 'This API key is not accepted here: it is unknown, expired, revoked, of another kind, or read only. Create one in the console.',
    FORBIDDEN_ORIGIN: ({ siteUrl }) => `A write request must carry the header "Origin: ${siteUrl}". Add it and send the request again.`,
    NOT_FOUND: ({ what }) =>
      what === 'page'
        ? 'There is nothing at this address. Check the path and the method.'
        : `This ${what} does not exist on your account. Check its id.`,
    INVALID_REQUEST: ({ issues }) =>
      `The request is not valid: ${issues.map((i) => (i.path ? `${i.path}: ${i.message.en}` : i.message.en)).join(' · ')}`,
    INVALID_STATE: ({ action, currentStatus, allowedActions }) =>
      `A server that is ${currentStatus} cannot do "${action}". Possible now: ${listOr(allowedActions, 'nothing but deleting it')}.`,
    OPERATION_IN_PROGRESS: ({ task }) => `The server is busy (${task.replace('_', ' ')}). Wait until "task" is null, then try again.`,
    NOT_PROVISIONED: () => 'The server has never run yet, so there is nothing to show. Try again once it is ACTIVE.',
    INSUFFICIENT_CREDITS: ({ requiredMicros, balanceMicros }) =>
      `This needs ${cad(requiredMicros, 'en-CA')} of credit and the balance is ${cad(balanceMicros, 'en-CA')}. Add credits, then send the same request again.`,
    PAYMENT_REQUIRED: ({ requiredMicros }) =>
      `This needs a payment of ${cad(requiredMicros, 'en-CA')}. Add a card, then send the same request again.`,
    BUDGET_CAP_REACHED: ({ cap, requiredMicros }) =>
      `Spending ${cad(requiredMicros, 'en-CA')} more would pass the ${cap} budget. Nothing was charged. Raise the limit, then send the same request again.`,
    CYCLE_NOT_AVAILABLE: ({ productId }) => `${productId} is billed by the hour only. Choose hourly billing or another plan.`,
    PLAN_NOT_AVAILABLE: () => 'GPU not currently available in this region',
    PRICE_CHANGED: ({ expectedCad, actualCad }) =>
      `The price is ${actualCad} CAD, not ${expectedCad} CAD. Nothing was charged. Confirm the new price.`,
    BACKUP_NOT_READY: () => 'This backup is not ready. Wait until its status is "ready".',
    BACKUP_IN_PROGRESS: () => 'This backup is being made. Wait until it is ready or failed, then try again.',
    BACKUP_OPTION_DISABLED: () => 'The backup option is off for this server. Turn it on first.',
    MANUAL_BACKUP_LIMIT: ({ limit }) => `A server keeps at most ${limit} manual backups. Delete one first.`,
    CONFIRM_DELETE_BACKUPS_REQUIRED: ({ backups }) =>
      `Turning backups off deletes ${backups} of them. Send "confirmDeleteBackups": true to agree.`,
    IDEMPOTENCY_CONFLICT: () => 'This Idempotency-Key was used for another request. Use a new key for a new request.',
    IDEMPOTENCY_IN_PROGRESS: () => 'The first request with this Idempotency-Key is still running. Try again in a moment.',
    'Too many requests': ({ retryAfterSeconds }) => `Too many requests. Try again in ${retryAfterSeconds} s.`,
    INTERNAL_ERROR: () => 'Something went wrong on our side and nothing was lost. Try again; if it persists, tell support the request id.',
  },
  fr: {
    Unauthorized: ({ reason }) =>
      reason === 'NO_API_KEY'
        ? 'Cette requête demande une clé API. Envoyez-la ainsi : « Authorization: Bearer gpu_… ».'
        : "Cette clé API n'est pas acceptée ici : inconnue, expirée, révoquée, d'un autre type ou en lecture seule. Créez-en une dans la console.",
    FORBIDDEN_ORIGIN: ({ siteUrl }) => `Une écriture doit porter l'en-tête « Origin: ${siteUrl} ». Ajoutez-le et renvoyez la requête.`,
    NOT_FOUND: ({ what }) =>
      what === 'page'
        ? "Il n'y a rien à cette adresse. Vérifiez le chemin et la méthode."
        : `${frenchNouns[what]} n'existe pas dans votre compte. Vérifiez son identifiant.`,
    INVALID_REQUEST: ({ issues }) =>
      `La requête n'est pas valide : ${issues.map((i) => (i.path ? `${i.path} : ${i.message.fr}` : i.message.fr)).join(' · ')}`,
    INVALID_STATE: ({ action, currentStatus, allowedActions }) =>
      `Un serveur à l'état ${currentStatus} ne peut pas faire « ${action} ». Possible maintenant : ${listOr(allowedActions, 'rien, sinon le supprimer')}.`,
    OPERATION_IN_PROGRESS: ({ task }) => `Le serveur est occupé (${frenchTasks[task]}). Attendez que « task » soit null, puis réessayez.`,
    NOT_PROVISIONED: () => "Le serveur n'a encore jamais fonctionné : il n'y a rien à montrer. Réessayez quand il sera ACTIVE.",
    INSUFFICIENT_CREDITS: ({ requiredMicros, balanceMicros }) =>
      `Il faut ${cad(requiredMicros, 'fr-CA')} de crédit et le solde est de ${cad(balanceMicros, 'fr-CA')}. Ajoutez des crédits, puis renvoyez la même requête.`,
    PAYMENT_REQUIRED: ({ requiredMicros }) =>
      `Il faut un paiement de ${cad(requiredMicros, 'fr-CA')}. Ajoutez une carte, puis renvoyez la même requête.`,
    BUDGET_CAP_REACHED: ({ cap, requiredMicros }) =>
      `Dépenser encore ${cad(requiredMicros, 'fr-CA')} dépasserait ${frenchCaps[cap]}. Rien n'a été facturé. Relevez la limite, puis renvoyez la même requête.`,
    CYCLE_NOT_AVAILABLE: ({ productId }) =>
      `${productId} se facture seulement à l'heure. Choisissez la facturation horaire ou un autre produit.`,
    PLAN_NOT_AVAILABLE: () => "Ce GPU n'est pas disponible dans cette région en ce moment",
    PRICE_CHANGED: ({ expectedCad, actualCad }) =>
      `Le prix est de ${actualCad} CAD et non de ${expectedCad} CAD. Rien n'a été facturé. Confirmez le nouveau prix.`,
    BACKUP_NOT_READY: () => "Cette sauvegarde n'est pas prête. Attendez que son état soit « ready ».",
    BACKUP_IN_PROGRESS: () => 'Cette sauvegarde est en cours. Attendez sa fin, puis réessayez.',
    BACKUP_OPTION_DISABLED: () => "L'option de sauvegarde est désactivée pour ce serveur. Activez-la d'abord.",
    MANUAL_BACKUP_LIMIT: ({ limit }) => `Un serveur garde au plus ${limit} sauvegardes manuelles. Supprimez-en une d'abord.`,
    CONFIRM_DELETE_BACKUPS_REQUIRED: ({ backups }) =>
      `Désactiver les sauvegardes en supprime ${backups}. Envoyez « confirmDeleteBackups »: true pour accepter.`,
    IDEMPOTENCY_CONFLICT: () => 'Cet Idempotency-Key a servi à une autre requête. Prenez une nouvelle clé pour une nouvelle requête.',
    IDEMPOTENCY_IN_PROGRESS: () => 'La première requête avec cet Idempotency-Key est encore en cours. Réessayez dans un instant.',
    'Too many requests': ({ retryAfterSeconds }) => `Trop de requêtes. Réessayez dans ${retryAfterSeconds} s.`,
    INTERNAL_ERROR: () =>
      "Une erreur s'est produite chez nous et rien n'a été perdu. Réessayez ; si elle persiste, donnez l'identifiant de requête au soutien.",
  },
} as const satisfies Record<Locale, Messages>;

/** What the schemas of the contract say by themselves. zod carries the English sentence only; `toldBySchema` finds the pair. */
export const schemaSentences = {
  emptyName: { en: 'This text must not be empty.', fr: 'Ce texte ne peut pas être vide.' },
  controlCharacters: {
    en: 'This text must not contain control characters.',
    fr: 'Ce texte ne peut pas contenir de caractères de contrôle.',
  },
  malformedId: {
    en: 'An id has only letters, digits, hyphens and underscores.',
    fr: "Un identifiant n'a que des lettres, des chiffres, des traits d'union et des traits de soulignement.",
  },
} as const satisfies Record<string, Told>;

/** The sentence of a schema in both languages; null for one that zod worded. */
export function toldBySchema(english: string): Told | null {
  return Object.values(schemaSentences).find(({ en }) => en === english) ?? null;
}

/** The sentence that tells this error in this language. */
export function errorMessage<C extends ErrorCode>(locale: Locale, code: C, details: ErrorDetails[C]): string {
  const messages: Messages = errorMessages[locale];
  return messages[code](details);
}
