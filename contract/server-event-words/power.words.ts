import type { Told } from '../words/language.ts';
import type { ServerEventData } from '../servers/events.ts';
import { joined, written, type WordsOf } from './told.ts';

/** Switching a server on and off, and moving it to another host. */
export const powerWords = {
  'server.active': () => ({ en: 'The server is running.', fr: 'Le serveur fonctionne.' }),
  'server.stopped': () => ({ en: 'The server is stopped. It is still billed.', fr: 'Le serveur est arrêté. Il reste facturé.' }),
  'server.start_requested': () => ({
    en: 'Start accepted: it comes back with the same disk and addresses.',
    fr: 'Démarrage accepté : il revient avec le même disque et les mêmes adresses.',
  }),
  'server.stop_requested': ({ operatorsReason }) =>
    joined(
      operatorsReason === undefined ? { en: 'Stop accepted.', fr: 'Arrêt accepté.' } : stoppedByOperator(operatorsReason),
      STILL_BILLED,
    ),
  'server.reboot_requested': () => ({
    en: 'Reboot accepted: it comes back automatically.',
    fr: 'Redémarrage accepté : il revient automatiquement.',
  }),
  'server.powered_off': () =>
    joined({ en: 'The server was powered off from inside.', fr: 'Le serveur a été éteint de l’intérieur.' }, STILL_BILLED),
  'server.placed_again': () => ({
    en: 'The server could not start on the hardware chosen for it, so it is started on other hardware. You have nothing to do, and pay nothing more.',
    fr: 'Le serveur n’a pas pu démarrer sur le matériel choisi : il démarre sur un autre. Vous n’avez rien à faire, et rien de plus à payer.',
  }),
  'server.moving': ({ how }) => joined(HOST_LEAVES, moves[how]),
  'server.console_link_made': () => ({
    en: 'A link to a terminal was made; it opens once, within five minutes.',
    fr: 'Un lien vers un terminal a été créé ; il s’ouvre une seule fois, dans les cinq minutes.',
  }),
  'server.console_opened': () => ({ en: 'A terminal was opened.', fr: 'Un terminal a été ouvert.' }),
  'server.renamed': ({ from, to }) => ({
    en: `Renamed from ${from} to ${to}. The machine keeps its hostname.`,
    fr: `Le serveur ${from} s’appelle maintenant ${to}. La machine garde son nom d’hôte.`,
  }),
} as const satisfies WordsOf<
  | 'server.active'
  | 'server.stopped'
  | 'server.start_requested'
  | 'server.stop_requested'
  | 'server.reboot_requested'
  | 'server.powered_off'
  | 'server.placed_again'
  | 'server.moving'
  | 'server.console_link_made'
  | 'server.console_opened'
  | 'server.renamed'
>;

function stoppedByOperator(reason: string): Told {
  return { en: `Stopped by the operator: ${written(reason)}`, fr: `Arrêté par l’exploitant : ${written(reason)}` };
}

const STILL_BILLED = {
  en: 'A stopped server is still billed; hibernate it to stop the billing.',
  fr: 'Un serveur arrêté reste facturé ; mettez-le en hibernation pour arrêter la facturation.',
} as const;

const HOST_LEAVES = {
  en: 'The host of this server is taken out of service: the server moves to another one.',
  fr: 'L’hôte de ce serveur est mis hors service : le serveur passe sur un autre.',
} as const;

const RESTARTS = { en: 'It restarts there with its disks.', fr: 'Il y redémarre avec ses disques.' } as const;

const moves = {
  off: { en: 'It stays off, with its disks.', fr: 'Il reste éteint, avec ses disques.' },
  restart: RESTARTS,
  restart_with_refund: joined(RESTARTS, {
    en: 'Nothing is billed meanwhile: the unused part of the hour is refunded when it is off; a new hour begins when it is ACTIVE.',
    fr: 'Rien n’est facturé entre-temps : la partie inutilisée de l’heure est remboursée une fois qu’il est éteint ; une nouvelle heure commence quand il est ACTIVE.',
  }),
} as const satisfies Record<ServerEventData['server.moving']['how'], Told>;
