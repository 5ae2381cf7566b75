import type { en } from '../en/operator-capacity.ts';

export const fr: typeof en = {
  title: 'Capacité',
  about: 'Les groupes, leurs hôtes, et le serveur de qui est sur quel GPU. Relu toutes les quelques secondes.',
  noPools: 'Il n’y a pas encore de groupe',
  noPoolsText: 'Faites-en un avec « npm run operator -- pool add », puis ajoutez-y des hôtes.',
  noHosts: 'Ce groupe n’a pas encore d’hôte. Ajoutez-en un avec « npm run operator -- host add ».',
  used: (held, total) => `${held} GPU sur ${total} utilisés`,
  state: { accepting: 'Accepte', draining: 'Se vide', offline: 'Hors ligne' },
  silentSince: (time) => `Ne répond plus depuis le ${time}`,
  onHost: (host) => `GPU de ${host}`,
  slot: (slot) => `GPU ${slot}`,
  free: 'libre',
  heldSlot: (slot, server, account) => `GPU ${slot} : ${server} de ${account}`,
  leavingSlot: (slot, server, account) => `GPU ${slot} : ${server} de ${account} est en train de le quitter`,
  leaving: 'se libère',
  drain: 'Vider',
  drainTitle: (host) => `Vider ${host}`,
  drainText: (servers) =>
    `Plus rien n’y est placé à partir de maintenant. ${servers === 0 ? 'Aucun serveur ne s’y trouve.' : servers === 1 ? 'Le serveur qui s’y trouve reste, et continue jusqu’à ce que son client y mette fin.' : `Les ${servers} serveurs qui s’y trouvent restent, et continuent jusqu’à ce que leurs clients y mettent fin.`}`,
  accept: 'Accepter de nouveau',
  takeOffline: 'Noter hors ligne',
  offlineTitle: (host) => `Noter ${host} hors ligne`,
  offlineText:
    'Rien n’y est placé jusqu’à ce que vous acceptiez de nouveau. Cela n’arrête aucune machine : c’est noter que l’hôte est en panne.',
  isNow: (host, state) => `${host} : ${state}.`,
  hostActions: (host) => `Que faire de ${host}`,
};
