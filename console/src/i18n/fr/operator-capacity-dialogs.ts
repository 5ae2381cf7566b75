import type { en } from '../en/operator-capacity-dialogs.ts';

export const fr: typeof en = {
  addPoolAbout: 'Un groupe vend les GPU d’un modèle dans une région. Il ne vend rien tant qu’il n’a pas d’hôte.',
  poolName: 'Nom',
  poolNameHint: 'Pour les exploitants seulement.',
  model: 'Modèle de GPU',
  region: 'Région',
  engine: 'Moteur',
  machineType: 'Type de serveurs',
  machineTypes: { container: 'Conteneurs', vm: 'Machines virtuelles' },
  machineTypeHint: 'Les conteneurs partagent le noyau de leur hôte. Les machines virtuelles ont le leur et démarrent moins vite.',
  withGpus: 'Ses serveurs reçoivent des GPU',
  withGpusHint: 'Sans GPU, vous pouvez essayer un moteur sur une machine qui n’en a pas.',
  systemDisk: 'Disque système de ses serveurs',
  systemDisks: { flavor: 'Sur le disque du gabarit', volume: 'Un volume (Cinder)' },
  workDisk: 'Disque de travail de ses serveurs',
  workDisks: { volume: 'Un volume (Cinder)', ephemeral: 'Le disque éphémère du gabarit' },
  usualDisk: (disk) => `Par défaut : ${disk.charAt(0).toLowerCase()}${disk.slice(1)}`,
  disksHint: 'Conservé en hibernation dans les deux cas.',
  workDiskHint: 'Un volume est conservé en hibernation. Un disque éphémère est vide ensuite, et les clients en sont avertis.',
  poolDisksTitle: (pool) => `Disques de ${pool}`,
  poolDisksAbout: 'Pour les serveurs déployés dans ce groupe à partir de maintenant. Les serveurs existants gardent leurs disques.',
  poolDisksChanged: (pool) => `Les nouveaux serveurs de ${pool} auront ces disques.`,
  poolAdded: (pool) => `Le groupe ${pool} a été ajouté. Ajoutez-y maintenant des hôtes.`,
  renamePoolTitle: (pool) => `Renommer ${pool}`,
  renamePoolAbout:
    'Seul le nom change : ses hôtes et ses serveurs restent tels quels. Les scripts qui nomment le groupe ont besoin du nouveau nom.',
  poolRenamed: (before, after) => `Le groupe ${before} s’appelle maintenant ${after}.`,
  removePoolTitle: (pool) => `Supprimer ${pool}`,
  removePoolAbout:
    'Le groupe ne vend plus rien et quitte cette page. Son utilisation reste dans les exportations. Les serveurs qui s’y trouvaient en dernier, par exemple en hibernation, l’empêchent jusqu’à ce qu’ils soient supprimés ou en marche ailleurs.',
  removePoolReason: 'Visible par les autres exploitants dans le journal d’audit.',
  poolRemoved: (pool) => `Le groupe ${pool} a été supprimé.`,
  addHostAbout: 'Il reçoit des serveurs immédiatement.',
  host: 'Hôte',
  hostHint: 'Le nom que lui donne le moteur.',
  hostAdded: (host) => `${host} a été ajouté et peut recevoir des serveurs.`,
  gpusSold: 'GPU que ce groupe vend',
  otherModel: (name) => `${name} : non reconnu comme le modèle de ce groupe`,
  noNewHosts: 'Tous les hôtes de ce moteur qui répondent figurent déjà ci-dessous.',
  noGpusFound:
    'Le moteur n’a trouvé aucun nouveau GPU sur cet hôte. Vérifiez que le pilote est chargé et qu’aucun autre pilote n’utilise le GPU.',
  engineSilent:
    'Le moteur ne répond pas : impossible de lister ses hôtes. Exécutez « npm run operator -- engine check » pour savoir pourquoi.',
  drainTitle: (host) => `Vider ${host}`,
  drainText: (servers, canMove) => {
    const placed = 'Aucun nouveau serveur n’y sera placé.';
    if (servers === 0) return `${placed} Il n’en a aucun en ce moment.`;
    if (servers === 1 && canMove)
      return `${placed} Le serveur qui s’y trouve est déplacé vers un autre hôte du groupe ; s’il tourne, il y redémarre.`;
    if (canMove)
      return `${placed} Les ${servers} serveurs qui s’y trouvent sont déplacés vers d’autres hôtes du groupe ; ceux qui tournent y redémarrent.`;
    if (servers === 1)
      return `${placed} Le serveur qui s’y trouve ne peut pas être déplacé : il reste jusqu’à ce qu’il soit supprimé, ou mis en hibernation puis repris.`;
    return `${placed} Les ${servers} serveurs qui s’y trouvent ne peuvent pas être déplacés : ils restent jusqu’à ce qu’ils soient supprimés, ou mis en hibernation puis repris.`;
  },
  offlineTitle: (host) => `Marquer ${host} hors ligne`,
  offlineText:
    'Aucun serveur n’y sera placé tant que vous n’aurez pas choisi « Accepter de nouveau ». Cela n’arrête aucune machine : l’hôte est seulement signalé en panne.',
  limitTitle: (host) => `Limites de ${host}`,
  limitAbout:
    'Vous pouvez vendre ce que le moteur trouve, moins la réserve, multiplié par le facteur de surallocation. Une limite plus basse ne change rien à ce qui est déjà vendu. Surallouer les cœurs ne fait que ralentir les serveurs ; si la mémoire ou les disques suralloués débordent, l’hôte met fin à des serveurs ou leurs écritures échouent.',
  limited: (host) => `Les limites de ${host} ont été enregistrées.`,
  cores: 'Cœurs',
  inCores: 'cœurs',
  memory: 'Mémoire',
  inGb: 'Go',
  storageNamed: (name, kinds) => `${name} (${kinds}) ; les hôtes qui le partagent ont la même limite`,
  factor: 'Facteur de surallocation',
  factorHint: '1 : aucune surallocation.',
  reserve: (unit) => `Réservé à l’hôte, en ${unit}`,
  foundOf: (found, unit) => `Le moteur trouve ${found} ${unit}.`,
  hibernationTitle: 'Limiter les disques en hibernation',
  hibernationDialogAbout:
    'Une fois la limite atteinte, les clients ne peuvent plus mettre de serveurs en hibernation. Ceux que le crédit ou un budget ne couvre plus le sont quand même : aucune donnée n’est perdue. Pour donner à un compte sa propre limite, ouvrez sa page.',
  hibernationSet: 'La limite a été enregistrée.',
  limitGb: 'Limite par compte, en Go',
  limitGbHint: 'Laissez vide pour ne pas limiter.',
  slotOf: (slot, server) => `GPU ${slot} (${server})`,
  gpu: 'GPU',
  gpuReason: 'Visible par les autres exploitants, ici et dans le journal d’audit.',
  quarantineTitle: (host) => `Mettre un GPU de ${host} en quarantaine`,
  quarantineAbout:
    'Aucun autre serveur ne le recevra tant que vous ne l’aurez pas remis en vente. Le serveur qui l’utilise continue de fonctionner.',
  quarantined: (slot, host) => `Le GPU ${slot} de ${host} est en quarantaine.`,
  replaceTitle: (slot, host) => `Remplacer le GPU ${slot} de ${host}`,
  replaceAbout: 'Un autre GPU occupe maintenant cet emplacement. Il est mis en vente immédiatement.',
  replaced: (slot, host) => `Le GPU ${slot} de ${host} a été remplacé.`,
  device: 'Adresse du GPU',
  deviceHint: 'Telle que le moteur la donne, par exemple 0000:17:00.0. Ne la changez que si celle du nouveau GPU est différente.',
  removeTitle: (slot, host) => `Retirer le GPU ${slot} de ${host}`,
  removeAbout:
    'Pour un emplacement désormais vide. Les autres GPU gardent leur numéro ; une fois un nouveau GPU installé, choisissez Remplacer.',
  addTitle: (host) => `Ajouter des GPU à ${host}`,
  addAbout: 'Ils prennent les emplacements qui suivent le dernier et sont mis en vente immédiatement.',
  added: (count, host) => `${host} a ${count === 1 ? 'un' : count} GPU de plus.`,
  pool: 'Groupe',
  poolHint:
    'Le groupe qui les vend. Un hôte peut avoir des GPU de plusieurs groupes, qui se partagent ses cœurs, sa mémoire et ses disques.',
  gpuCount: 'Nombre de GPU',
  devices: 'Adresses des GPU',
  devicesHint: 'Telles que le moteur les donne, par exemple 0000:17:00.0, séparées par des virgules.',
  removeHostTitle: (host) => `Retirer ${host}`,
  removeHostText: (gpus) =>
    gpus === 1
      ? 'L’hôte et son GPU sont retirés. Le journal d’audit conserve leur historique.'
      : `L’hôte et ses ${gpus} GPU sont retirés. Le journal d’audit conserve leur historique.`,
  hostRemoved: (host) => `${host} a été retiré.`,
  removed: (slot, host) => `Le GPU ${slot} de ${host} a été retiré.`,
};
