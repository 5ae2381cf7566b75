import type { AccountAction, AccountActionCode } from './errors.ts';
import type { Locale } from '../words/language.ts';
import type { SiteLinks } from '../words/links.ts';

interface Remedy {
  /** The page; `order`, `server…`: the page of the thing whose id is given. */
  readonly link: (keyof AccountAction['links'] & keyof SiteLinks) | 'agents' | 'autoReload' | 'order' | 'serverBackups' | 'serverBilling';
  readonly label: Record<Locale, string>;
  readonly message: Record<Locale, (url: string) => string>;
}

/** The remedy for a refusal that concerns the account: where to apply it, and the text of the link. */
export const accountRemedies = {
  NO_API_KEY: {
    link: 'apiKeys',
    label: { en: 'Create an API key', fr: 'Créer une clé API' },
    message: {
      en: (url) => `An API key is needed. Sign in and create one at ${url}`,
      fr: (url) => `Il faut une clé API. Connectez-vous et créez-en une ici : ${url}`,
    },
  },
  INVALID_API_KEY: {
    link: 'apiKeys',
    label: { en: 'Check your API keys', fr: 'Vérifier vos clés API' },
    message: {
      en: (url) => `This API key does not work here. Check your keys, or create a new one with full access, at ${url}`,
      fr: (url) => `Cette clé API ne convient pas ici. Vérifiez vos clés, ou créez-en une avec accès complet, ici : ${url}`,
    },
  },
  PAYMENT_REQUIRED: {
    link: 'addCredits',
    label: { en: 'Add credit', fr: 'Ajouter du crédit' },
    message: {
      en: (url) => `There is not enough credit. Add some, then send the same request again: ${url}`,
      fr: (url) => `Le crédit ne suffit pas. Ajoutez-en, puis renvoyez la même requête : ${url}`,
    },
  },
  BUDGET_CAP_REACHED: {
    link: 'budget',
    label: { en: 'Raise the budget', fr: 'Relever le budget' },
    message: {
      en: (url) => `A budget was reached and nothing was charged. Raise it, then send the same request again: ${url}`,
      fr: (url) => `Un budget est atteint et rien n’a été facturé. Relevez-le, puis renvoyez la même requête : ${url}`,
    },
  },
} as const satisfies Record<AccountActionCode, Remedy>;

/** Remedies where something other than credit is missing. */
export const paymentRemedies = {
  card: {
    link: 'paymentMethod',
    label: { en: 'Add a card', fr: 'Ajouter une carte' },
    message: {
      en: (url) => `There is no card to charge. Add one, then send the same request again: ${url}`,
      fr: (url) => `Il n’y a pas de carte à débiter. Ajoutez-en une, puis renvoyez la même requête : ${url}`,
    },
  },
  term: {
    link: 'order',
    label: { en: 'Renew the order', fr: 'Renouveler la commande' },
    message: {
      en: (url) => `The prepaid term of this server is over. Renew its order, then send the same request again: ${url}`,
      fr: (url) => `La période prépayée de ce serveur est terminée. Renouvelez sa commande, puis renvoyez la même requête : ${url}`,
    },
  },
  'canceled term': {
    link: 'serverBackups',
    label: { en: 'See its backups', fr: 'Voir ses sauvegardes' },
    message: {
      en: (url) => `The order of this server was cancelled and cannot be renewed. Restore one of its backups to a new server: ${url}`,
      fr: (url) =>
        `La commande de ce serveur est annulée et ne peut pas être renouvelée. Restaurez une sauvegarde sur un nouveau serveur : ${url}`,
    },
  },
  backups: {
    link: 'serverBackups',
    label: { en: 'Turn on backups', fr: 'Activer les sauvegardes' },
    message: {
      en: (url) => `The backups of this server are not paid for its term. Turn them on, then send the same request again: ${url}`,
      fr: (url) => `Les sauvegardes de ce serveur ne sont pas payées pour sa période. Activez-les, puis renvoyez la même requête : ${url}`,
    },
  },
  serverBudget: {
    link: 'serverBilling',
    label: { en: 'Raise the server’s budget', fr: 'Relever le budget du serveur' },
    message: {
      en: (url) => `The budget of this server was reached and nothing was charged. Raise it, then send the same request again: ${url}`,
      fr: (url) => `Le budget de ce serveur est atteint et rien n’a été facturé. Relevez-le, puis renvoyez la même requête : ${url}`,
    },
  },
} as const satisfies Record<string, Remedy>;

/** What an agent may not do itself, but a person can. */
export const agentRemedies = {
  noKey: {
    link: 'agents',
    label: { en: 'Create an MCP key', fr: 'Créer une clé MCP' },
    message: {
      en: (url) => `An MCP key is needed. Sign in and create one at ${url}`,
      fr: (url) => `Il faut une clé MCP. Connectez-vous et créez-en une ici : ${url}`,
    },
  },
  badKey: {
    link: 'agents',
    label: { en: 'Check your agents', fr: 'Vérifier vos agents' },
    message: {
      en: (url) => `This MCP key does not work. Check the keys of your agents, or create a new one, at ${url}`,
      fr: (url) => `Cette clé MCP ne fonctionne pas. Vérifiez les clés de vos agents, ou créez-en une, ici : ${url}`,
    },
  },
  keyRights: {
    link: 'agents',
    label: { en: 'Change what the agent may do', fr: 'Modifier ce que l’agent peut faire' },
    message: {
      en: (url) => `This MCP key may not do this. A person can change what it may do, or create another, at ${url}`,
      fr: (url) => `Cette clé MCP ne le permet pas. Une personne peut modifier ses droits, ou en créer une autre, ici : ${url}`,
    },
  },
  keyCap: {
    link: 'agents',
    label: { en: 'Raise the cap of the MCP key', fr: 'Relever le plafond de la clé MCP' },
    message: {
      en: (url) => `A cap of this MCP key was reached and nothing was charged. Raise it, then send the same request again: ${url}`,
      fr: (url) => `Un plafond de cette clé MCP est atteint et rien n’a été facturé. Relevez-le, puis renvoyez la même requête : ${url}`,
    },
  },
  budget: {
    link: 'budget',
    label: { en: 'Raise the budget', fr: 'Relever le budget' },
    message: {
      en: (url) => `Only a person may raise or lift a budget: ${url}`,
      fr: (url) => `Seule une personne peut relever ou lever un budget : ${url}`,
    },
  },
  autoReload: {
    link: 'autoReload',
    label: { en: 'Change auto-reload', fr: 'Modifier le rechargement automatique' },
    message: {
      en: (url) => `Only a person may turn auto-reload on or raise its amounts: ${url}`,
      fr: (url) => `Seule une personne peut activer le rechargement automatique ou relever ses montants : ${url}`,
    },
  },
} as const satisfies Record<string, Remedy>;
