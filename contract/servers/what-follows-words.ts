import type { AtStake } from './at-stake.ts';
import type { Language } from '../words/language.ts';

/** What is said before an action on one server or on `count`: what stops, what is lost, what is refunded. */
const en = {
  start: (count: number): string =>
    count === 1 ? 'It starts again with the same disks and IP address.' : 'They start again with the same disks and IP addresses.',
  stop: 'Running processes stop. The disks and the IP address are kept.',
  stopBilled: 'A stopped server is still billed. To stop paying, hibernate or delete it.',
  reboot: (count: number) =>
    `Running processes stop. ${count === 1 ? 'The server then restarts' : 'The servers then restart'} automatically.`,
  hibernate: {
    none: 'Running processes stop. The system disk is kept. The IP address and the GPUs are released.',
    kept: 'Running processes stop. The system disk is kept; the work disk may be empty when you resume. The IP address and the GPUs are released.',
    scratch:
      'Running processes stop. The system disk is kept; everything on the work disk is lost. The IP address and the GPUs are released.',
  } satisfies Record<AtStake['workDisk'], string>,
  hibernateUnbilled: 'Billing stops at the end of the hour already paid.',
  termRuns: (date: string) => `You have paid until ${date}. The term keeps running and nothing is refunded.`,
  resumeNeedsGpus: 'You can resume before then if GPUs are free.',
  wake: (count: number): string =>
    count === 1 ? 'The server gets GPUs and a new IP address.' : 'Each server gets GPUs and a new IP address.',
  wakeCharge: (count: number): string =>
    count === 1
      ? 'If its paid hour is over, a new one is taken from your credit.'
      : 'For each whose paid hour is over, a new one is taken from your credit.',
  wakeRate: (rate: string, count: number) => (count === 1 ? `An hour costs ${rate}.` : `Each costs ${rate} an hour.`),
  delete: (count: number): string =>
    count === 1 ? 'The server, its disks and its backups are deleted.' : 'These servers, their disks and their backups are deleted.',
  deleteForGood: 'This cannot be undone.',
  cancel: (end: string) =>
    `The server runs until ${end} and then hibernates: its system disk is kept, and its work disk may be empty. From then on you cannot resume it yourself, so copy what you need first. The order cannot be renewed again, and nothing is refunded.`,
  hourKept: (count: number): string =>
    count === 1 ? 'The hour already paid is not refunded.' : 'The hours already paid are not refunded.',
  hourNeverUp: (count: number): string =>
    count === 1
      ? 'It never started, so its first hour is refunded as credit.'
      : 'They never started, so the first hour of each is refunded as credit.',
  hourNotUpYet: (count: number): string =>
    count === 1
      ? 'It has not started yet, so the hour paid to resume it is refunded as credit.'
      : 'They have not started yet, so the hour paid to resume each is refunded as credit.',
  hourMoving: (count: number): string =>
    count === 1
      ? 'It is moving to another host, so the rest of its hour is refunded as credit.'
      : 'They are moving to other hosts, so the rest of each hour is refunded as credit.',
  termForfeited: (date: string, count: number) =>
    `${count === 1 ? 'It is' : 'They are'} paid until ${date}. Deleting forfeits the rest of ${count === 1 ? 'this term' : 'these terms'}; nothing is refunded.`,
  nextTermRefunded: ({ start, end, paid, count }: { start: string; end: string; paid: string; count: number }) =>
    count === 1
      ? `The next term, from ${start} to ${end}, has not started: the ${paid} paid for it, taxes included, is refunded to the card.`
      : `Their next terms, from ${start} to ${end}, have not started: the ${paid} paid for each, taxes included, is refunded to the card.`,
  termRefunded: (count: number): string =>
    count === 1
      ? 'It never started, so the term paid for it is refunded to the card.'
      : 'They never started, so the term paid for each is refunded to the card.',
  termCharging: 'The card is still being charged: what is charged is refunded to it.',
};

const fr: typeof en = {
  start: (count) =>
    count === 1
      ? 'Il redémarre avec les mêmes disques et la même adresse IP.'
      : 'Ils redémarrent avec les mêmes disques et les mêmes adresses IP.',
  stop: 'Tout ce qui y tourne s’arrête. Les disques et l’adresse IP sont conservés.',
  stopBilled: 'Un serveur arrêté reste facturé. Pour cesser de payer, mettez-le en hibernation ou supprimez-le.',
  reboot: (count) =>
    `Tout ce qui y tourne s’arrête. ${count === 1 ? 'Le serveur redémarre' : 'Les serveurs redémarrent'} ensuite automatiquement.`,
  hibernate: {
    none: 'Tout ce qui y tourne s’arrête. Le disque système est conservé. L’adresse IP et les GPU sont libérés.',
    kept: 'Tout ce qui y tourne s’arrête. Le disque système est conservé ; le disque de travail peut être vide à la reprise. L’adresse IP et les GPU sont libérés.',
    scratch:
      'Tout ce qui y tourne s’arrête. Le disque système est conservé ; tout ce que contient le disque de travail est perdu. L’adresse IP et les GPU sont libérés.',
  },
  hibernateUnbilled: 'La facturation s’arrête à la fin de l’heure déjà payée.',
  termRuns: (date) => `Vous avez payé jusqu’au ${date}. La période continue de courir et rien n’est remboursé.`,
  resumeNeedsGpus: 'Vous pourrez le reprendre avant cette date si des GPU sont libres.',
  wake: (count) =>
    count === 1 ? 'Le serveur reçoit des GPU et une nouvelle adresse IP.' : 'Chaque serveur reçoit des GPU et une nouvelle adresse IP.',
  wakeCharge: (count) =>
    count === 1
      ? 'Si son heure payée est terminée, une nouvelle est prélevée sur votre crédit.'
      : 'Pour chacun dont l’heure payée est terminée, une nouvelle est prélevée sur votre crédit.',
  wakeRate: (rate, count) => (count === 1 ? `Une heure coûte ${rate}.` : `Chacun coûte ${rate} l’heure.`),
  delete: (count) =>
    count === 1
      ? 'Le serveur, ses disques et ses sauvegardes sont supprimés.'
      : 'Ces serveurs, leurs disques et leurs sauvegardes sont supprimés.',
  deleteForGood: 'C’est irréversible.',
  cancel: (end) =>
    `Le serveur tourne jusqu’au ${end}, puis est mis en hibernation : son disque système est conservé, et son disque de travail peut être vide. Vous ne pourrez plus le reprendre vous-même : copiez d’abord ce dont vous avez besoin. La commande ne pourra plus être renouvelée, et rien n’est remboursé.`,
  hourKept: (count) => (count === 1 ? 'L’heure déjà payée n’est pas remboursée.' : 'Les heures déjà payées ne sont pas remboursées.'),
  hourNeverUp: (count) =>
    count === 1
      ? 'Il n’a jamais démarré : sa première heure est remboursée en crédit.'
      : 'Ils n’ont jamais démarré : la première heure de chacun est remboursée en crédit.',
  hourNotUpYet: (count) =>
    count === 1
      ? 'Il n’a pas encore démarré : l’heure payée pour le reprendre est remboursée en crédit.'
      : 'Ils n’ont pas encore démarré : l’heure payée pour reprendre chacun est remboursée en crédit.',
  hourMoving: (count) =>
    count === 1
      ? 'Il change d’hôte : le reste de son heure est remboursé en crédit.'
      : 'Ils changent d’hôte : le reste de l’heure de chacun est remboursé en crédit.',
  termForfeited: (date, count) =>
    count === 1
      ? `Il est payé jusqu’au ${date}. Sa suppression fait perdre le reste de cette période ; rien n’est remboursé.`
      : `Ils sont payés jusqu’au ${date}. Leur suppression fait perdre le reste de ces périodes ; rien n’est remboursé.`,
  nextTermRefunded: ({ start, end, paid, count }) =>
    count === 1
      ? `La période suivante, du ${start} au ${end}, n’a pas commencé : les ${paid} payés pour elle, taxes comprises, sont remboursés sur la carte.`
      : `Leurs périodes suivantes, du ${start} au ${end}, n’ont pas commencé : les ${paid} payés pour chacune, taxes comprises, sont remboursés sur la carte.`,
  termRefunded: (count) =>
    count === 1
      ? 'Il n’a jamais démarré : la période payée est remboursée sur la carte.'
      : 'Ils n’ont jamais démarré : la période payée pour chacun est remboursée sur la carte.',
  termCharging: 'Le paiement par carte est encore en cours : ce qui est prélevé y est remboursé.',
};

export const whatFollowsWords = { en, fr } satisfies Record<Language, typeof en>;
export type FollowsWords = typeof en;
