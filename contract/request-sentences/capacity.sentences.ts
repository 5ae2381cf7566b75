import type { Sentences } from '../words/language.ts';

/** Hosts, pools and addresses that operators add. */
export const capacitySentences = {
  noSuchEngineHost: (host: string, hosts: string) => ({
    en: `The engine has no host ${host}. It has: ${hosts}.`,
    fr: `Le moteur n’a pas d’hôte ${host}. Il a : ${hosts}.`,
  }),
  gpusNeedNames: {
    en: 'The engine names the GPUs of this host. Choose which ones to sell.',
    fr: 'Le moteur nomme les GPU de cet hôte. Choisissez ceux à vendre.',
  },
  gpuCount: (max: number) => ({ en: `A host has 1 to ${max} GPUs.`, fr: `Un hôte a de 1 à ${max} GPU.` }),
  gpuNamedTwice: {
    en: 'A GPU is listed twice. Enter each one once, by its name on the engine.',
    fr: 'Un GPU figure deux fois. Entrez chacun une seule fois, sous le nom que lui donne le moteur.',
  },
  wholeAndSlices: (card: string) => ({
    en: `The GPU ${card} is named both as a whole and in slices (MIG), and only one of them can be sold. Name the one or the others.`,
    fr: `Le GPU ${card} est nommé à la fois entier et en tranches (MIG), et l’un exclut les autres. Nommez l’un ou les autres.`,
  }),
  poolElsewhere: (pool: string) => ({
    en: `The pool ${pool} belongs to another engine or region than the host. Choose one with the same engine and region.`,
    fr: `Le groupe ${pool} relève d’un autre moteur ou d’une autre région que l’hôte. Choisissez-en un du même moteur et de la même région.`,
  }),
  whichPool: (pools: readonly string[]) => ({
    en: `The host has GPUs of several pools. Name the one that sells these: ${pools.join(', ')}.`,
    fr: `L’hôte a des GPU de plusieurs groupes. Nommez celui qui vend ceux-ci : ${pools.join(', ')}.`,
  }),
  sliceInVirtualMachine: {
    en: 'Slices of a GPU (MIG) are given to containers only. Sell them in a pool of containers, or name whole GPUs.',
    fr: 'Les tranches de GPU (MIG) ne sont données qu’à des conteneurs. Vendez-les dans un groupe de conteneurs, ou nommez des GPU entiers.',
  },
  kindInVirtualMachine: {
    en: 'A virtual machine is given its GPUs one by one. Name the GPUs of the host by PCI address, such as 0000:17:00.0.',
    fr: 'Une machine virtuelle reçoit ses GPU un par un. Nommez les GPU de l’hôte par leur adresse PCI, par exemple 0000:17:00.0.',
  },
  sliceAsWhole: (model: string) => ({
    en: `The pool sells whole GPUs of ${model}, and a slice (MIG) is less. Sell slices in a pool of a model of their own, such as ${model}-mig-1g-10gb.`,
    fr: `Le groupe vend des GPU ${model} entiers, et une tranche (MIG) est moins. Vendez les tranches dans un groupe d’un modèle à elles, par exemple ${model}-mig-1g-10gb.`,
  }),
  wholeAsSlice: (model: string, size: string) => ({
    en: `The pool sells slices (MIG) of ${size}: ${model}. Name each slice, such as 0000:17:00.0/MIG-…; nvidia-smi -L lists them.`,
    fr: `Le groupe vend des tranches (MIG) de ${size} : ${model}. Nommez chaque tranche, par exemple 0000:17:00.0/MIG-… ; nvidia-smi -L les liste.`,
  }),
  gpusHaveNames: (host: string) => ({
    en: `The engine has a name for each GPU of ${host}. Write the names of the new ones, such as 0000:17:00.0.`,
    fr: `Le moteur a un nom pour chaque GPU de ${host}. Écrivez ceux des nouveaux, par exemple 0000:17:00.0.`,
  }),
  gpuIsHeld: (host: string, slot: number, server: string) => ({
    en: `The server ${server} has GPU ${slot} of ${host}. Drain the host, or wait until the server ends, then try again. Until then, quarantine keeps the GPU from being given to another.`,
    fr: `Le serveur ${server} a le GPU ${slot} de ${host}. Videz l’hôte, ou attendez la fin du serveur, puis réessayez. D’ici là, la quarantaine empêche de le donner à un autre.`,
  }),
  gpuWasRemoved: (host: string, slot: number) => ({
    en: `No GPU is in slot ${slot} of ${host}: it was removed. If there is one again, replace it: then it is sold.`,
    fr: `Aucun GPU ne se trouve à l’emplacement ${slot} de ${host} : il a été retiré. S’il y en a un de nouveau, remplacez-le : il sera alors vendu.`,
  }),
  hostHasServers: (host: string, server: string) => ({
    en: `The server ${server} is on ${host}. Drain the host and wait until it is empty, then remove it.`,
    fr: `Le serveur ${server} se trouve sur ${host}. Videz l’hôte, attendez qu’il soit vide, puis retirez-le.`,
  }),
  silentHostHasDisks: (host: string, server: string) => ({
    en: `The disks of the hibernated server ${server} are on ${host}, which is not responding at the moment. Wait until it is back, then drain it. If it is gone for good, remove it from its engine first.`,
    fr: `Les disques du serveur en hibernation ${server} se trouvent sur ${host}, qui ne répond pas en ce moment. Attendez son retour, puis videz-le. S’il a disparu pour de bon, retirez-le d’abord de son moteur.`,
  }),
  hostHasBackups: (host: string, server: string) => ({
    en: `Backups of the server ${server} are on ${host} and would be lost with it. Backups expire after seven days at most: wait until the last one is gone, then remove the host.`,
    fr: `Des sauvegardes du serveur ${server} se trouvent sur ${host} et seraient perdues avec lui. Une sauvegarde expire au plus tard après sept jours : attendez que la dernière ait disparu, puis retirez l’hôte.`,
  }),
  hostNameTaken: (name: string) => ({
    en: `A host named ${name} already exists. To sell more of its GPUs, even in another pool, add them to it.`,
    fr: `Un hôte nommé ${name} existe déjà. Pour vendre d’autres de ses GPU, y compris dans un autre groupe, ajoutez-les à cet hôte.`,
  }),
  noSuchEngine: (name: string, names: string) => ({
    en: `There is no engine named ${name}. There are: ${names}. Add it to BOREAL_ENGINES first, then restart Boreal.`,
    fr: `Il n’y a pas de moteur nommé ${name}. Il y a : ${names}. Ajoutez-le d’abord à BOREAL_ENGINES, puis redémarrez Boreal.`,
  }),
  hostOfNoEngine: {
    en: 'A host belongs to one engine. Name the engine, too.',
    fr: 'Un hôte appartient à un seul moteur. Nommez aussi le moteur.',
  },
  addressesOfOthers: (engines: readonly (string | null)[]) => {
    const named = engines.flatMap((engine) => engine ?? []).join(', ');
    return named === ''
      ? {
          en: 'Some of these addresses already exist, for any engine. Remove them first to reserve them for one.',
          fr: 'Certaines de ces adresses existent déjà, pour tout moteur. Retirez-les d’abord pour les réserver à un seul.',
        }
      : {
          en: `Some of these addresses are in the network of ${named} already. No two machines may have the same one: take another range, or remove it there first.`,
          fr: `Certaines de ces adresses sont déjà dans le réseau de ${named}. Deux machines ne peuvent avoir la même : prenez une autre plage, ou retirez-la d’abord là-bas.`,
        };
  },
  notItsStorage: (host: string, storages: string) => ({
    en: storages === '' ? `The engine reports no storage for ${host}.` : `${host} uses only these storages: ${storages}.`,
    fr: storages === '' ? `Le moteur ne signale aucun stockage pour ${host}.` : `${host} n’utilise que ces stockages : ${storages}.`,
  }),
  disksOfOneKind: (engine: string) => ({
    en: `The engine ${engine} makes disks in one way only. Leave this out.`,
    fr: `Le moteur ${engine} n’offre qu’un seul type de disque. Laissez ce champ de côté.`,
  }),
  disksOffered: (engine: string, offered: string, setting: string) => ({
    en: `The engine ${engine} offers only: ${offered}. To offer more, name them in ${setting} and restart Boreal.`,
    fr: `Le moteur ${engine} n’offre que : ${offered}. Pour en offrir d’autres, nommez-les dans ${setting} et redémarrez Boreal.`,
  }),
  poolNameTaken: (name: string) => ({
    en: `A pool named ${name} already exists. Choose another name.`,
    fr: `Un groupe nommé ${name} existe déjà. Choisissez un autre nom.`,
  }),
  poolHasHosts: (pool: string, hosts: number, host: string) => ({
    en:
      hosts === 1
        ? `${pool} still has the host ${host}. Remove the host first, then the pool.`
        : `${pool} still has ${hosts} hosts, such as ${host}. Remove them first, then the pool.`,
    fr:
      hosts === 1
        ? `${pool} a encore l’hôte ${host}. Retirez d’abord l’hôte, puis le groupe.`
        : `${pool} a encore ${hosts} hôtes, dont ${host}. Retirez-les d’abord, puis le groupe.`,
  }),
  poolHasServers: (pool: string, servers: number, server: string) => ({
    en:
      servers === 1
        ? `The server ${server} was in ${pool} last, and starts again only where machines are of the same kind. Remove the pool once it is deleted, or runs elsewhere.`
        : `${servers} servers were in ${pool} last, such as ${server}, and start again only where machines are of the same kind. Remove the pool once they are deleted, or run elsewhere.`,
    fr:
      servers === 1
        ? `Le serveur ${server} était en dernier dans ${pool} et ne redémarre que là où les machines sont du même type. Supprimez le groupe une fois ce serveur supprimé ou en marche ailleurs.`
        : `${servers} serveurs étaient en dernier dans ${pool}, dont ${server}, et ne redémarrent que là où les machines sont du même type. Supprimez le groupe une fois ces serveurs supprimés ou en marche ailleurs.`,
  }),
  addressRange: (max: number) => ({
    en: `Write addresses such as 203.0.113.16-203.0.113.30 or 203.0.113.0/28, ${max} at most.`,
    fr: `Écrivez des adresses comme 203.0.113.16-203.0.113.30 ou 203.0.113.0/28, ${max} au plus.`,
  }),
} as const satisfies Sentences;
