import type { AgentPermission, ApprovalStatus } from './agents.ts';
import type { ClosingBlocker } from './closing.ts';
import { notClosable } from './closing-sentences.ts';
import type { ErrorCode } from './errors.ts';
import { frenchSpacing } from './french-spacing.ts';
import type { Locale, Told, ToldIssue } from './language.ts';
import type { MemberRole, Permission } from './members.ts';
import type { OperatorRole } from './operator-role.ts';
import { roleRefusal, type OperatorPermission } from './operator-roles.ts';
import { notWaiting, outdated } from './operator-request-sentences.ts';
import type { ServerAction, ServerStatus, ServerTask } from './servers.ts';

/** The details that each error needs for its sentence. Those named `…Micros` are micro-CAD. */
export interface ErrorDetails {
  Unauthorized: { reason: 'NO_API_KEY' | 'INVALID_API_KEY'; who?: 'agent' };
  NOT_SIGNED_IN: Record<never, never>;
  FORBIDDEN_ORIGIN: { siteUrl: string; who?: 'agent' };
  NOT_FOUND: { what: NotFoundNoun };
  INVALID_REQUEST: { issues: readonly ToldIssue[] };
  INVALID_STATE: { action: ServerAction | 'backup' | 'console'; currentStatus: ServerStatus; allowedActions: ServerAction[] };
  OPERATION_IN_PROGRESS: { task: ServerTask; currentStatus: ServerStatus };
  NOT_PROVISIONED: { currentStatus: ServerStatus };
  INSUFFICIENT_CREDITS: { requiredMicros: bigint; balanceMicros: bigint };
  PAYMENT_REQUIRED: { requiredMicros: bigint };
  BUDGET_CAP_REACHED: { cap: BudgetCap; requiredMicros: bigint };
  CYCLE_NOT_AVAILABLE: { productId: string };
  PAYMENT_IN_PROGRESS: { paymentId: string };
  ORDER_NOT_RENEWABLE: { reason: 'canceled' | 'deleted' | 'never paid' | 'never ran' | 'renewed already' | 'another term' | 'hourly' };
  NOT_REFUNDABLE: { refundableMicros: bigint };
  PLAN_NOT_AVAILABLE: {
    productId: string;
    alternatives: string[];
    /** It is not sold online at all: waiting for stock is pointless. */
    notSold?: 'contact' | 'disabled';
    /** The plan is in stock, but not where the server's disks or the backup are kept. */
    onlyElsewhere?: boolean;
  };
  PRICE_CHANGED: { expectedCad: number; actualCad: number; who?: 'agent' };
  BACKUP_NOT_READY: Record<never, never>;
  BACKUP_IN_PROGRESS: Record<never, never>;
  BACKUP_OPTION_DISABLED: Record<never, never>;
  MANUAL_BACKUP_LIMIT: { limit: number };
  BACKUP_STORAGE_FULL: Record<never, never>;
  HIBERNATION_LIMIT: { limitGb: number; keptGb: number; neededGb: number };
  CONFIRM_DELETE_BACKUPS_REQUIRED: { backups: number };
  PERMISSION_DENIED:
    | { who: MemberRole | 'key'; permission: Permission }
    | { who: 'operator'; role: OperatorRole; permission: OperatorPermission }
    | { who: 'agent'; need: Exclude<AgentNeed, 'raise'> }
    | { who: 'agent'; need: 'raise'; limit: 'budget' | 'autoReload' };
  PROOF_REQUIRED: Record<never, never>;
  SECOND_FACTOR_REQUIRED: Record<never, never>;
  SECOND_OPERATOR_REQUIRED: Record<never, never>;
  NETWORK_NOT_ALLOWED: Record<never, never>;
  ACCOUNT_SUSPENDED: Record<never, never>;
  ACCOUNT_CLOSED: Record<never, never>;
  ACCOUNT_NOT_CLOSABLE: { blockers: readonly ClosingBlocker[] };
  STILL_MEMBER: { accounts: readonly string[]; of?: 'house' };
  LAST_OWNER: { of?: 'house' };
  INVITATION_EXPIRED: Record<never, never>;
  IDEMPOTENCY_CONFLICT: Record<never, never>;
  IDEMPOTENCY_IN_PROGRESS: Record<never, never>;
  ALREADY_DONE: { id: string | null };
  QUOTE_NOT_FOUND: Record<never, never>;
  QUOTE_EXPIRED: Record<never, never>;
  QUOTE_USED: Record<never, never>;
  QUOTE_KEY_MISMATCH: Record<never, never>;
  QUOTE_PARAMS_MISMATCH: { tool: string };
  APPROVAL_REQUIRED: { approvalId: string; status: 'pending' | 'refused'; approvalsUrl: string };
  APPROVAL_NOT_PENDING: { status: ApprovalStatus };
  REQUEST_NOT_WAITING: { status: 'approved' | 'declined' | 'expired' };
  REQUEST_OUTDATED: { of: 'price' | 'budget' | 'asker' };
  CONFIRM_NAME_MISMATCH: Record<never, never>;
  PAYMENTS_UNAVAILABLE: Record<never, never>;
  SERVICE_UNAVAILABLE: Record<never, never>;
  'Too many requests': { retryAfterSeconds: number };
  INTERNAL_ERROR: Record<never, never>;
}

/**
 * What blocks an agent: a missing permission of its key, a key or a request header that is read-only, or the role of the key's
 * maker; `raise` is for people only.
 */
export type AgentNeed = AgentPermission | 'write' | 'header' | 'role' | 'raise';

/** Whose spending a budget limits, and over what time. */
export type BudgetCap = 'account month' | 'account day' | 'server month' | AgentCap;

/** The names of an MCP key's caps. */
export type AgentCap = 'key server hour' | 'key total hour' | 'key servers' | 'key month' | 'key charge' | 'key month charges';

const englishCaps = {
  'account month': 'the account month budget',
  'account day': 'the account day budget',
  'server month': 'the server month budget',
  'key server hour': "this MCP key's cap on the hourly rate of a server",
  'key total hour': "this MCP key's cap on its total hourly cost",
  'key servers': "this MCP key's cap on servers at a time",
  'key month': "this MCP key's monthly spending cap",
  'key charge': "this MCP key's cap on one card charge",
  'key month charges': "this MCP key's monthly cap on card charges",
} as const satisfies Record<BudgetCap, string>;

const frenchCaps = {
  'account month': 'le budget mensuel du compte',
  'account day': 'le budget quotidien du compte',
  'server month': 'le budget mensuel du serveur',
  'key server hour': 'le plafond de cette clé MCP pour le tarif horaire d’un serveur',
  'key total hour': 'le plafond de cette clé MCP pour son coût horaire total',
  'key servers': 'le plafond de cette clé MCP pour ses serveurs simultanés',
  'key month': 'le plafond mensuel de dépense de cette clé MCP',
  'key charge': 'le plafond de cette clé MCP pour un débit de carte',
  'key month charges': 'le plafond mensuel de cette clé MCP pour les débits de carte',
} as const satisfies Record<BudgetCap, string>;

const frenchTasks = {
  starting: 'démarrage',
  stopping: 'arrêt',
  hibernating: 'mise en hibernation',
  restoring: 'restauration',
  moving: 'déplacement',
  deleting: 'suppression',
  backing_up: 'sauvegarde',
} as const satisfies Record<ServerTask, string>;

export const frenchRoles = {
  owner: 'propriétaire',
  billing: 'facturation',
  developer: 'développement',
  viewer: 'lecture',
} as const satisfies Record<MemberRole, string>;

export type NotFoundNoun =
  | 'server'
  | 'plan'
  | 'model'
  | 'image'
  | 'region'
  | 'ssh key'
  | 'firewall rule'
  | 'key'
  | 'account'
  | 'host'
  | 'pool'
  | 'GPU'
  | 'page'
  | 'backup'
  | 'member'
  | 'invitation'
  | 'ticket'
  | 'mail'
  | 'card'
  | 'payment'
  | 'refund'
  | 'order'
  | 'invoice'
  | 'approval'
  | 'incident'
  | 'session'
  | 'person'
  | 'operator'
  | 'job'
  | 'stock alert';

const frenchNouns = {
  server: 'Ce serveur',
  plan: 'Ce produit',
  model: 'Ce modèle',
  image: 'Cette image',
  region: 'Cette région',
  'ssh key': 'Cette clé SSH',
  'firewall rule': 'Cette règle de pare-feu',
  key: 'Cette clé',
  account: 'Ce compte',
  host: 'Cet hôte',
  pool: 'Ce groupe',
  GPU: 'Ce GPU',
  page: 'Cette adresse',
  backup: 'Cette sauvegarde',
  member: 'Ce membre',
  invitation: 'Cette invitation',
  ticket: 'Ce billet',
  mail: 'Ce courriel',
  card: 'Cette carte',
  payment: 'Ce paiement',
  refund: 'Ce remboursement',
  order: 'Cette commande',
  invoice: 'Cette facture',
  approval: 'Cette demande',
  incident: 'Cet incident',
  session: 'Cette session',
  person: 'Cette personne',
  operator: 'Cet exploitant',
  job: 'Cette tâche',
  'stock alert': 'Cette alerte de stock',
} as const satisfies Record<NotFoundNoun, string>;

const notRenewable = {
  canceled: {
    en: 'This order was cancelled: it runs to the end of its term and is not renewed. Order again to go on.',
    fr: 'Cette commande a été annulée : elle court jusqu’à la fin de son terme et ne se renouvelle pas. Commandez à nouveau pour continuer.',
  },
  deleted: {
    en: 'The server of this order was deleted, so there is nothing to renew. Order a new one.',
    fr: 'Le serveur de cette commande a été supprimé : il n’y a rien à renouveler. Commandez-en un nouveau.',
  },
  'never paid': {
    en: 'This order was never paid, so there is nothing to renew. Order again.',
    fr: 'Cette commande n’a jamais été payée : il n’y a rien à renouveler. Commandez à nouveau.',
  },
  'never ran': {
    en: 'The server of this order never came up, and what was paid goes back to the card. Delete it and order again.',
    fr: 'Le serveur de cette commande n’a jamais démarré et la somme payée retourne sur la carte. Supprimez-le et commandez à nouveau.',
  },
  'renewed already': {
    en: 'The next term of this order is paid already. Renew again when it has begun.',
    fr: 'Le prochain terme de cette commande est déjà payé. Renouvelez à nouveau quand il aura commencé.',
  },
  'another term': {
    en: 'The term you were shown has been paid or has ended in the meantime. Nothing was charged. Reload the page to see which term is next.',
    fr: 'La période affichée a été payée ou s’est terminée entre-temps, et rien n’a été débité. Rechargez la page pour voir laquelle vient ensuite.',
  },
  hourly: {
    en: 'This server is billed by the hour and has no term to renew.',
    fr: 'Ce serveur se facture à l’heure et n’a pas de terme à renouveler.',
  },
} as const satisfies Record<ErrorDetails['ORDER_NOT_RENEWABLE']['reason'], Told>;

const deniedPermission = {
  launch: {
    en: 'This MCP key may not launch or run servers. A person can allow it in the console.',
    fr: 'Cette clé MCP ne peut ni lancer ni faire fonctionner de serveurs. Une personne peut l’autoriser dans la console.',
  },
  delete: {
    en: 'This MCP key may not delete anything. A person can allow it in the console.',
    fr: 'Cette clé MCP ne peut rien supprimer. Une personne peut l’autoriser dans la console.',
  },
  charge: {
    en: 'This MCP key may not charge the saved card. A person can allow it in the console.',
    fr: 'Cette clé MCP ne peut pas débiter la carte enregistrée. Une personne peut l’autoriser dans la console.',
  },
  write: {
    en: 'This MCP key reads only. A person can make one with more rights in the console.',
    fr: 'Cette clé MCP est en lecture seule. Une personne peut en créer une avec plus de droits dans la console.',
  },
  header: {
    en: 'Your client asks for reading only, with the header X-MCP-Readonly. Have your user take that header out of the configuration to allow this.',
    fr: 'Votre client demande la lecture seule par l’en-tête X-MCP-Readonly. Pour autoriser cet appel, faites retirer cet en-tête de la configuration.',
  },
  role: {
    en: 'Whoever made this MCP key may not do this themselves: their role in the account does not allow it. Ask an owner of the account.',
    fr: 'La personne qui a créé cette clé MCP ne peut pas le faire elle-même : son rôle dans le compte ne le permet pas. Demandez à un propriétaire du compte.',
  },
  raise: {
    en: 'An agent may lower a limit, never raise or lift it. A person can do that in the console. Nothing changed.',
    fr: 'Un agent peut abaisser une limite, jamais la relever ni la lever. Une personne peut le faire dans la console. Rien n’a changé.',
  },
} as const satisfies Record<AgentNeed, Told>;

/**
 * What an agent is told about a plan that is not sold online; over REST the sentence is the specification's, and `eligibility`
 * explains it.
 */
export const planNotSold = {
  contact: {
    en: 'This plan is sold on request, not online. Ask support for it, or choose one of the alternatives.',
    fr: 'Ce produit se vend sur demande, pas en ligne. Demandez-le au soutien, ou choisissez une des solutions de rechange.',
  },
  disabled: {
    en: 'This plan is not offered at the moment. Choose one of the alternatives.',
    fr: 'Ce produit n’est pas offert en ce moment. Choisissez une des solutions de rechange.',
  },
} as const satisfies Record<NonNullable<ErrorDetails['PLAN_NOT_AVAILABLE']['notSold']>, Told>;

type Messages = { [C in ErrorCode]: (details: ErrorDetails[C]) => string };

const cad = (micros: bigint, locale: 'en-CA' | 'fr-CA') =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: 'CAD', maximumFractionDigits: 4 }).format(Number(micros) / 1e6);

const listOr = (words: readonly string[], none: string) => (words.length === 0 ? none : words.join(', '));

/** The sentence for people, in each language: what happened, and what to do next. */
const errorMessages = {
  en: {
    Unauthorized: ({ reason, who }) =>
      who === 'agent'
        ? reason === 'NO_API_KEY'
          ? 'This endpoint needs an MCP key. Send it as "Authorization: Bearer svc_mcp_…".'
          : 'This MCP key is not accepted: it is unknown, expired or revoked, or it is a REST key. Create an MCP key in the console.'
        : reason === 'NO_API_KEY'
          ? 'This request needs an API key. Send it as "Authorization: Bearer gpu_…".'
          : 'This API key is not accepted here: it is unknown, expired, revoked, of another kind, or read only. Create one in the console.',
    NOT_SIGNED_IN: () => 'You are not signed in, or your session has ended. Sign in and try again.',
    FORBIDDEN_ORIGIN: ({ siteUrl, who }) =>
      who === 'agent'
        ? `Pages of other sites may not call this endpoint. Send no Origin header, as agents do, or "Origin: ${siteUrl}".`
        : `A write request must carry the header "Origin: ${siteUrl}". Add it and send the request again.`,
    NOT_FOUND: ({ what }) =>
      what === 'page'
        ? 'There is nothing at this address. Check the path and the method.'
        : what === 'account'
          ? 'This account does not exist, or you do not belong to it.'
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
      `Spending ${cad(requiredMicros, 'en-CA')} more would pass ${englishCaps[cap]}. Nothing was charged. Raise the limit, then send the same request again.`,
    CYCLE_NOT_AVAILABLE: ({ productId }) => `${productId} is billed by the hour only. Choose hourly billing or another plan.`,
    PAYMENT_IN_PROGRESS: () => 'The card is being charged for this already. Wait for its answer; nothing more was charged.',
    ORDER_NOT_RENEWABLE: ({ reason }) => notRenewable[reason].en,
    NOT_REFUNDABLE: ({ refundableMicros }) =>
      `Of this payment ${cad(refundableMicros, 'en-CA')} before tax can be refunded now, not more. Nothing was changed.`,
    PLAN_NOT_AVAILABLE: ({ onlyElsewhere }) =>
      onlyElsewhere
        ? 'This plan has free GPUs in the region, but none where the disks of this server are kept. Nothing was charged. Try again later, or deploy a new server.'
        : 'GPU not currently available in this region',
    PRICE_CHANGED: ({ expectedCad, actualCad, who }) =>
      `The price is ${actualCad} CAD, not ${expectedCad} CAD. Nothing was charged. ${
        who === 'agent' ? 'Call the tool without a token to get a new quote.' : 'Confirm the new price.'
      }`,
    BACKUP_NOT_READY: () => 'This backup is not ready. Wait until its status is "ready".',
    BACKUP_IN_PROGRESS: () => 'This backup is being made. Wait until it is ready or failed, then try again.',
    BACKUP_OPTION_DISABLED: () => 'The backup option is off for this server. Turn it on first.',
    MANUAL_BACKUP_LIMIT: ({ limit }) => `A server keeps at most ${limit} manual backups. Delete one first.`,
    BACKUP_STORAGE_FULL: () =>
      'There is no room for another backup right now. Nothing was changed. Try again later, or delete an older one.',
    HIBERNATION_LIMIT: ({ limitGb, keptGb, neededGb }) =>
      `Hibernated servers of an account keep at most ${limitGb} GB of disks. Yours keep ${keptGb} GB, and this one has ${neededGb} GB. Delete one, or write to support.`,
    CONFIRM_DELETE_BACKUPS_REQUIRED: ({ backups }) =>
      `Turning backups off deletes ${backups} of them. Send "confirmDeleteBackups": true to agree.`,
    PERMISSION_DENIED: (denied) =>
      denied.who === 'agent'
        ? deniedPermission[denied.need].en
        : denied.who === 'operator'
          ? roleRefusal(denied).en
          : denied.who === 'key'
            ? 'A key may not do this, whatever its owner may. Sign in to the console and do it there.'
            : `Your role in this account (${denied.who}) does not allow this. Ask an owner to do it, or to give you another role.`,
    SECOND_OPERATOR_REQUIRED: () => 'You asked for this yourself. Another operator must approve it.',
    NETWORK_NOT_ALLOWED: () =>
      'Operators work from certain networks only, and this is none of them. Connect from one of them, then try again.',
    SECOND_FACTOR_REQUIRED: () =>
      'Operators sign in with a second factor. Set up two-factor authentication on your profile page, then continue.',
    PROOF_REQUIRED: () => 'Confirm that it is you: enter your password or a code from your authenticator app, then try again.',
    ACCOUNT_SUSPENDED: () =>
      'This account is suspended: it can read, stop and delete, but not spend or start anything. Nothing was charged. Write to support to have it reactivated.',
    ACCOUNT_CLOSED: () => 'This account is closed. It can be read, and nothing in it can be changed.',
    ACCOUNT_NOT_CLOSABLE: ({ blockers }) => notClosable(blockers, 'en'),
    STILL_MEMBER: ({ accounts, of }) =>
      of === 'house'
        ? 'You operate this service. Ask another operator to end your role first, then try again.'
        : `You still belong to ${accounts.join(', ')}. Leave or close it first, then try again.`,
    LAST_OWNER: ({ of }) =>
      of === 'house'
        ? 'There is always an owner among the operators. Make another operator an owner first.'
        : 'An account always has an owner. Make another member an owner first.',
    INVITATION_EXPIRED: () => 'This invitation has expired. Ask for a new one.',
    IDEMPOTENCY_CONFLICT: () => 'This Idempotency-Key was used for another request. Use a new key for a new request.',
    IDEMPOTENCY_IN_PROGRESS: () => 'The first request with this Idempotency-Key is still running. Try again in a moment.',
    ALREADY_DONE: ({ id }) =>
      `This was done already${id === null ? '' : ` and made ${id}`}. Its secret was shown once and is not stored. If you do not have it, ${id === null ? '' : `remove ${id} and `}ask for a new one with a new Idempotency-Key.`,
    QUOTE_NOT_FOUND: () => 'There is no such confirmation token. Call the tool without a token to get a new quote.',
    QUOTE_EXPIRED: () => 'This quote has expired and nothing was spent. Call the tool without a token to get a new one.',
    QUOTE_USED: () => 'This confirmation token was used already, for other arguments. Nothing more was spent. Get a new quote.',
    QUOTE_KEY_MISMATCH: () => 'This confirmation token belongs to another key. Get a quote with this key.',
    QUOTE_PARAMS_MISMATCH: ({ tool }) =>
      `The arguments are not those that were quoted for ${tool}. Nothing was spent. Send the same arguments, or get a new quote.`,
    APPROVAL_REQUIRED: ({ approvalId, status, approvalsUrl }) =>
      status === 'refused'
        ? `A person has refused this spending (${approvalId}). Nothing was spent. Ask before you try it again.`
        : `A person must approve this spending first, at ${approvalsUrl} (${approvalId}). Nothing was spent. Once it is approved, get a new quote with the same arguments and confirm it.`,
    APPROVAL_NOT_PENDING: ({ status }) => `This request is ${status} already; nothing changed.`,
    REQUEST_NOT_WAITING: ({ status }) => notWaiting.en[status],
    REQUEST_OUTDATED: ({ of }) => outdated.en[of],
    CONFIRM_NAME_MISMATCH: () => 'confirmName must be exactly the name of the server. Read it with svc_get_server; nothing was done.',
    SERVICE_UNAVAILABLE: () =>
      'Boreal cannot reach its data right now. Try again in a few seconds. If this was a change, check first whether it was made.',
    PAYMENTS_UNAVAILABLE: () => 'The payment provider does not answer at the moment. Nothing was charged. Try again in a minute.',
    'Too many requests': ({ retryAfterSeconds }) => `Too many requests. Try again in ${retryAfterSeconds} s.`,
    INTERNAL_ERROR: () => 'Something went wrong on our side and nothing was lost. Try again; if it persists, tell support the request id.',
  },
  fr: {
    Unauthorized: ({ reason, who }) =>
      who === 'agent'
        ? reason === 'NO_API_KEY'
          ? 'Ce point d’accès demande une clé MCP. Envoyez-la ainsi : « Authorization: Bearer svc_mcp_… ».'
          : 'Cette clé MCP n’est pas acceptée : inconnue, expirée ou révoquée, ou c’est une clé REST. Créez une clé MCP dans la console.'
        : reason === 'NO_API_KEY'
          ? 'Cette requête demande une clé API. Envoyez-la ainsi : « Authorization: Bearer gpu_… ».'
          : 'Cette clé API n’est pas acceptée ici : inconnue, expirée, révoquée, d’un autre type ou en lecture seule. Créez-en une dans la console.',
    NOT_SIGNED_IN: () => 'Vous n’êtes pas connecté, ou votre session est terminée. Connectez-vous et réessayez.',
    FORBIDDEN_ORIGIN: ({ siteUrl, who }) =>
      who === 'agent'
        ? `Les pages d’autres sites ne peuvent pas appeler ce point d’accès. N’envoyez pas d’en-tête Origin, comme font les agents, ou « Origin: ${siteUrl} ».`
        : `Une écriture doit porter l’en-tête « Origin: ${siteUrl} ». Ajoutez-le et renvoyez la requête.`,
    NOT_FOUND: ({ what }) =>
      what === 'page'
        ? 'Il n’y a rien à cette adresse. Vérifiez le chemin et la méthode.'
        : what === 'account'
          ? 'Ce compte n’existe pas, ou vous n’en êtes pas membre.'
          : `${frenchNouns[what]} n’existe pas dans votre compte. Vérifiez son identifiant.`,
    INVALID_REQUEST: ({ issues }) =>
      `La requête n’est pas valide : ${issues.map((i) => (i.path ? `${i.path} : ${i.message.fr}` : i.message.fr)).join(' · ')}`,
    INVALID_STATE: ({ action, currentStatus, allowedActions }) =>
      `Un serveur à l’état ${currentStatus} ne peut pas faire « ${action} ». Possible maintenant : ${listOr(allowedActions, 'rien, sinon le supprimer')}.`,
    OPERATION_IN_PROGRESS: ({ task }) => `Le serveur est occupé (${frenchTasks[task]}). Attendez que « task » soit null, puis réessayez.`,
    NOT_PROVISIONED: () => 'Le serveur n’a encore jamais fonctionné : il n’y a rien à montrer. Réessayez quand il sera ACTIVE.',
    INSUFFICIENT_CREDITS: ({ requiredMicros, balanceMicros }) =>
      `Il faut ${cad(requiredMicros, 'fr-CA')} de crédit et le solde est de ${cad(balanceMicros, 'fr-CA')}. Ajoutez des crédits, puis renvoyez la même requête.`,
    PAYMENT_REQUIRED: ({ requiredMicros }) =>
      `Il faut un paiement de ${cad(requiredMicros, 'fr-CA')}. Ajoutez une carte, puis renvoyez la même requête.`,
    BUDGET_CAP_REACHED: ({ cap, requiredMicros }) =>
      `Dépenser encore ${cad(requiredMicros, 'fr-CA')} dépasserait ${frenchCaps[cap]}. Rien n’a été facturé. Relevez la limite, puis renvoyez la même requête.`,
    CYCLE_NOT_AVAILABLE: ({ productId }) =>
      `${productId} se facture seulement à l’heure. Choisissez la facturation horaire ou un autre produit.`,
    PAYMENT_IN_PROGRESS: () => 'La carte est déjà en train d’être débitée pour cela. Attendez sa réponse ; rien de plus n’a été facturé.',
    ORDER_NOT_RENEWABLE: ({ reason }) => notRenewable[reason].fr,
    NOT_REFUNDABLE: ({ refundableMicros }) =>
      `De ce paiement, ${cad(refundableMicros, 'fr-CA')} avant taxes peuvent être rendus maintenant, pas davantage. Rien n’a changé.`,
    PLAN_NOT_AVAILABLE: ({ onlyElsewhere }) =>
      onlyElsewhere
        ? 'Ce produit a des GPU libres dans la région, mais aucun là où les disques de ce serveur sont gardés. Rien n’a été facturé. Réessayez plus tard, ou déployez un nouveau serveur.'
        : 'Ce GPU n’est pas disponible dans cette région en ce moment',
    PRICE_CHANGED: ({ expectedCad, actualCad, who }) =>
      `Le prix est de ${actualCad} CAD et non de ${expectedCad} CAD. Rien n’a été facturé. ${
        who === 'agent' ? 'Appelez l’outil sans jeton pour obtenir un nouveau devis.' : 'Confirmez le nouveau prix.'
      }`,
    BACKUP_NOT_READY: () => 'Cette sauvegarde n’est pas prête. Attendez que son état soit « ready ».',
    BACKUP_IN_PROGRESS: () => 'Cette sauvegarde est en cours. Attendez sa fin, puis réessayez.',
    BACKUP_OPTION_DISABLED: () => 'L’option de sauvegarde est désactivée pour ce serveur. Activez-la d’abord.',
    MANUAL_BACKUP_LIMIT: ({ limit }) => `Un serveur garde au plus ${limit} sauvegardes manuelles. Supprimez-en une d’abord.`,
    BACKUP_STORAGE_FULL: () =>
      'Il n’y a pas de place pour une sauvegarde de plus en ce moment. Rien n’a changé. Réessayez plus tard, ou supprimez-en une ancienne.',
    HIBERNATION_LIMIT: ({ limitGb, keptGb, neededGb }) =>
      `Les serveurs en hibernation d’un compte gardent au plus ${limitGb} Go de disques. Les vôtres en gardent ${keptGb} et celui-ci en a ${neededGb}. Supprimez-en un, ou écrivez au soutien.`,
    CONFIRM_DELETE_BACKUPS_REQUIRED: ({ backups }) =>
      `Désactiver les sauvegardes en supprime ${backups}. Envoyez « confirmDeleteBackups »: true pour accepter.`,
    PERMISSION_DENIED: (denied) =>
      denied.who === 'agent'
        ? deniedPermission[denied.need].fr
        : denied.who === 'operator'
          ? roleRefusal(denied).fr
          : denied.who === 'key'
            ? 'Une clé ne peut pas faire cela, quels que soient les droits de son propriétaire. Connectez-vous à la console pour le faire.'
            : `Votre rôle dans ce compte (${frenchRoles[denied.who]}) ne le permet pas. Demandez-le à un propriétaire, ou demandez-lui un autre rôle.`,
    SECOND_OPERATOR_REQUIRED: () => 'Vous l’avez demandé vous-même. Un autre exploitant doit l’approuver.',
    NETWORK_NOT_ALLOWED: () =>
      'Les exploitants ne travaillent qu’à partir de certains réseaux, et celui-ci n’en fait pas partie. Connectez-vous à partir de l’un d’eux, puis réessayez.',
    SECOND_FACTOR_REQUIRED: () =>
      'Les exploitants se connectent avec un second facteur. Configurez l’authentification à deux facteurs dans votre profil, puis continuez.',
    PROOF_REQUIRED: () =>
      'Confirmez que c’est bien vous : entrez votre mot de passe ou un code de votre application d’authentification, puis réessayez.',
    ACCOUNT_SUSPENDED: () =>
      'Ce compte est suspendu : il peut lire, arrêter et supprimer, mais ni dépenser ni démarrer quoi que ce soit. Rien n’a été facturé. Écrivez au soutien pour le faire réactiver.',
    ACCOUNT_CLOSED: () => 'Ce compte est fermé. Il peut être consulté, mais rien n’y peut être modifié.',
    ACCOUNT_NOT_CLOSABLE: ({ blockers }) => notClosable(blockers, 'fr'),
    STILL_MEMBER: ({ accounts, of }) =>
      of === 'house'
        ? 'Vous exploitez ce service. Demandez d’abord à un autre exploitant de mettre fin à votre rôle, puis réessayez.'
        : `Vous faites encore partie de ${accounts.join(', ')}. Quittez ou fermez d’abord ce compte, puis réessayez.`,
    LAST_OWNER: ({ of }) =>
      of === 'house'
        ? 'Il y a toujours un propriétaire parmi les exploitants. Donnez d’abord ce rôle à un autre exploitant.'
        : 'Un compte a toujours un propriétaire. Donnez d’abord ce rôle à un autre membre.',
    INVITATION_EXPIRED: () => 'Cette invitation a expiré. Demandez-en une nouvelle.',
    IDEMPOTENCY_CONFLICT: () => 'Cet Idempotency-Key a servi à une autre requête. Prenez une nouvelle clé pour une nouvelle requête.',
    IDEMPOTENCY_IN_PROGRESS: () => 'La première requête avec cet Idempotency-Key est encore en cours. Réessayez dans un instant.',
    ALREADY_DONE: ({ id }) =>
      `C’est déjà fait${id === null ? '' : ` : ${id} a été créé`}. Le secret n’est affiché qu’une fois et n’est pas conservé. Si vous ne l’avez pas, ${id === null ? '' : `supprimez ${id} et `}demandez-en un autre avec un nouvel Idempotency-Key.`,
    QUOTE_NOT_FOUND: () => 'Ce jeton de confirmation n’existe pas. Appelez l’outil sans jeton pour obtenir un nouveau devis.',
    QUOTE_EXPIRED: () => 'Ce devis a expiré et rien n’a été dépensé. Appelez l’outil sans jeton pour en obtenir un nouveau.',
    QUOTE_USED: () =>
      'Ce jeton de confirmation a déjà servi, avec d’autres arguments. Rien de plus n’a été dépensé. Obtenez un nouveau devis.',
    QUOTE_KEY_MISMATCH: () => 'Ce jeton de confirmation appartient à une autre clé. Obtenez un devis avec cette clé.',
    QUOTE_PARAMS_MISMATCH: ({ tool }) =>
      `Les arguments ne sont pas ceux du devis de ${tool}. Rien n’a été dépensé. Renvoyez les mêmes arguments ou obtenez un nouveau devis.`,
    APPROVAL_REQUIRED: ({ approvalId, status, approvalsUrl }) =>
      status === 'refused'
        ? `Une personne a refusé cette dépense (${approvalId}). Rien n’a été dépensé. Demandez avant de réessayer.`
        : `Une personne doit d’abord approuver cette dépense : ${approvalsUrl} (${approvalId}). Rien n’a été dépensé. Une fois approuvée, obtenez un nouveau devis avec les mêmes arguments et confirmez-le.`,
    APPROVAL_NOT_PENDING: ({ status }) => `Cette demande est déjà à l’état « ${status} » ; rien n’a changé.`,
    REQUEST_NOT_WAITING: ({ status }) => notWaiting.fr[status],
    REQUEST_OUTDATED: ({ of }) => outdated.fr[of],
    CONFIRM_NAME_MISMATCH: () => 'confirmName doit être exactement le nom du serveur. Lisez-le avec svc_get_server ; rien n’a été fait.',
    SERVICE_UNAVAILABLE: () =>
      'Boreal ne peut pas accéder à ses données pour le moment. Réessayez dans quelques secondes. S’il s’agissait d’un changement, vérifiez d’abord s’il a été fait.',
    PAYMENTS_UNAVAILABLE: () => 'Le service de paiement ne répond pas en ce moment. Rien n’a été facturé. Réessayez dans une minute.',
    'Too many requests': ({ retryAfterSeconds }) => `Trop de requêtes. Réessayez dans ${retryAfterSeconds} s.`,
    INTERNAL_ERROR: () =>
      'Une erreur s’est produite chez nous et rien n’a été perdu. Réessayez ; si elle persiste, donnez l’identifiant de requête au soutien.',
  },
} as const satisfies Record<Locale, Messages>;

/** The sentence for this error in this language. */
export function errorMessage<C extends ErrorCode>(locale: Locale, code: C, details: ErrorDetails[C]): string {
  const messages: Messages = errorMessages[locale];
  const sentence = messages[code](details);
  return locale === 'fr' ? frenchSpacing(sentence) : sentence;
}
