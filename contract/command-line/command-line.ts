import type { AnyRow } from '../api/endpoint.ts';
import type { Told } from '../words/language.ts';
import { restEndpoints } from '../api/rest-endpoints.ts';

/** What customers type for an endpoint; the rest of the command is derived from its row. */
export interface CommandRow {
  readonly row: AnyRow;
  /** Fields given as positional arguments, after those of the path, and how each is shown. */
  readonly places?: Readonly<Record<string, string>>;
  /** Fields whose flag has another name. */
  readonly flags?: Readonly<Record<string, string>>;
  /** Fields that accept a name as well as an id; the server in a path always does. */
  readonly named?: Readonly<Record<string, Named>>;
  /** Fields whose value is read from a file. */
  readonly files?: readonly string[];
  /** Fields that make no sense with the fixed ones. */
  readonly without?: readonly string[];
  /** Fields that are always sent with these values. */
  readonly fixed?: Readonly<Record<string, string | boolean>>;
  /** Replaces the row's summary if it says more than the command does. */
  readonly summary?: Told;
}

/** What customers can name. */
export type Named = 'server' | 'sshKey';

const { catalog, servers, firewall, backups, sshKeys, billing, discovery } = restEndpoints;

/** Customers' commands, by what is typed: a noun and a verb, or a noun alone. Every row of REST has one. */
const table = {
  plans: { row: catalog.listGpuPlans },
  availability: { row: catalog.getAvailability },
  stock: {
    row: catalog.getStock,
    summary: { en: 'The same as availability, asked with your key', fr: 'Comme availability, avec votre clé' },
  },
  regions: { row: catalog.listRegions },
  flavors: { row: catalog.listFlavors },
  images: { row: catalog.listImages },
  environments: { row: catalog.listEnvironments },

  'servers list': { row: servers.listServers },
  'servers show': { row: servers.getServer },
  'servers quote': { row: catalog.quoteDeployment, places: { productId: 'PLAN' } },
  'servers deploy': {
    row: servers.createServer,
    places: { productId: 'PLAN' },
    flags: { sshKeyId: 'ssh-key' },
    named: { sshKeyId: 'sshKey' },
  },
  'servers reboot': {
    row: servers.actOnServer,
    fixed: { action: 'reboot' },
    summary: { en: 'Reboot a server', fr: 'Redémarrer un serveur' },
  },
  'servers start': {
    row: servers.actOnServer,
    fixed: { action: 'start' },
    summary: { en: 'Start a stopped server', fr: 'Démarrer un serveur arrêté' },
  },
  'servers stop': {
    row: servers.actOnServer,
    fixed: { action: 'stop' },
    summary: { en: 'Stop a server; it is still billed', fr: 'Arrêter un serveur ; il reste facturé' },
  },
  'servers hibernate': {
    row: servers.actOnServer,
    fixed: { action: 'hibernate' },
    summary: {
      en: 'Hibernate a server: billing stops, its system disk is kept, its address and GPUs are released',
      fr: 'Mettre un serveur en hibernation : la facturation s’arrête, le disque système est gardé, l’adresse et les GPU sont libérés',
    },
  },
  'servers resume': {
    row: servers.actOnServer,
    fixed: { action: 'hibernate-restore' },
    summary: {
      en: 'Resume a hibernated server: billing starts again, and it gets a new address',
      fr: 'Reprendre un serveur en hibernation : la facturation reprend, et il reçoit une nouvelle adresse',
    },
  },
  'servers delete': { row: servers.deleteServer },
  'servers events': { row: servers.listServerEvents },
  'servers metrics': { row: servers.getServerMetrics },
  'servers usage': { row: servers.getServerUsage },
  'servers budget': { row: servers.getServerBudget },

  'firewall list': { row: firewall.listFirewallRules },
  'firewall add': {
    row: firewall.addFirewallRule,
    flags: { portRangeMin: 'port', portRangeMax: 'last-port', remoteIpPrefix: 'cidr' },
  },
  'firewall delete': { row: firewall.deleteFirewallRule, places: { ruleId: 'RULE' } },

  'backups list': { row: backups.getBackups },
  'backups enable': {
    row: backups.setBackupOption,
    fixed: { enabled: true },
    without: ['confirmDeleteBackups'],
    summary: {
      en: 'Turn daily backups on, set their hour and retention',
      fr: 'Activer les sauvegardes quotidiennes, régler leur heure et leur durée de conservation',
    },
  },
  'backups disable': {
    row: backups.setBackupOption,
    fixed: { enabled: false, confirmDeleteBackups: true },
    without: ['hourLocal', 'retention', 'expectedChargeCad'],
    summary: {
      en: 'Turn daily backups off; those that exist are deleted',
      fr: 'Désactiver les sauvegardes quotidiennes ; celles qui existent sont supprimées',
    },
  },
  'backups create': { row: backups.createBackup },
  'backups delete': { row: backups.deleteBackup },
  'backups quote': { row: backups.quoteRestore },
  'backups restore': { row: backups.restoreBackup },

  'ssh-keys list': { row: sshKeys.listSshKeys },
  'ssh-keys add': { row: sshKeys.addSshKey, places: { name: 'NAME', publicKey: 'FILE' }, files: ['publicKey'] },
  'ssh-keys delete': { row: sshKeys.deleteSshKey, places: { id: 'KEY' }, named: { id: 'sshKey' } },

  keys: { row: billing.listApiKeys },
  credit: { row: billing.getCredits, fixed: { summary: '1' }, summary: { en: 'Credit balance', fr: 'Le solde du crédit' } },
  transactions: {
    row: billing.getCredits,
    fixed: { summary: '0' },
    summary: {
      en: 'Credit balance and transactions, newest first',
      fr: 'Le solde du crédit et les transactions, de la plus récente à la plus ancienne',
    },
  },

  openapi: {
    row: discovery.getOpenapi,
    summary: { en: 'The description of the REST API, for programs', fr: 'La description de l’API REST, pour les programmes' },
  },
} as const satisfies Readonly<Record<string, CommandRow>>;

export type CommandName = keyof typeof table;

export const commandLine: Readonly<Record<CommandName, CommandRow>> = table;

/** The program's name when installed: `boreal` is the operators' command. */
export const PROGRAM = 'boreal-cli';

/** How the path's parameters are shown. */
const pathPlaces: Readonly<Record<string, string>> = { id: 'SERVER', backupId: 'BACKUP' };

/** The positional arguments, in order: the path's parameters, then the command's own. */
export function placesOf({ row, places = {} }: CommandRow): readonly { readonly field: string; readonly shown: string }[] {
  const inPath = [...row.path.matchAll(/:(\w+)/g)].map(([, field = '']) => ({ field, shown: pathPlaces[field] ?? field.toUpperCase() }));
  return [...inPath, ...Object.entries(places).map(([field, shown]) => ({ field, shown }))];
}

/** The kind of thing whose name a field accepts; null: only what its schema allows. */
export function namedBy({ row, named = {} }: CommandRow, field: string): Named | null {
  return named[field] ?? (field === 'id' && row.path.startsWith('/servers/:id') ? 'server' : null);
}

/** The flag's name: `hourLocal` is given with `--hour-local`. */
export function flagOf({ flags = {} }: CommandRow, field: string): string {
  return flags[field] ?? field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
