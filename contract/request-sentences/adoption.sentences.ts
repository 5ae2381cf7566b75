import type { Sentences } from '../words/language.ts';
import { phrases } from '../words/phrases.ts';

/** Why a machine without a database row cannot be given to the account that it names. */
export const adoptionSentences = {
  isServer: (id: string) => ({
    en: `${id} is one of our servers already.`,
    fr: `${id} est déjà un de nos serveurs.`,
  }),
  cannotTell: (id: string) => ({
    en: `${id} cannot be adopted: the engine has no such machine, or cannot tell what it is. Stored backups cannot be adopted.`,
    fr: `${id} ne peut pas être adoptée : le moteur n’a pas cette machine, ou ne peut pas dire ce qu’elle est. Les sauvegardes ne peuvent pas être adoptées.`,
  }),
  notAtRest: (id: string, power: string) => ({
    en: `${id} is ${power} now: adopt it once it is running, stopped or hibernated.`,
    fr: `${id} est en ce moment ${power} : adoptez-la quand elle sera running, stopped ou hibernated.`,
  }),
  noRecord: (id: string) => ({
    en: `${id} carries no record of whose it is: it was made by hand, or last started by a version of Boreal that wrote none. Find its customer and move the data with them, or remove it.`,
    fr: `${id} ne porte pas d’indication de son propriétaire : elle a été créée à la main, ou démarrée en dernier par une version de Boreal qui n’en écrivait pas. Trouvez son client et transférez les données avec lui, ou retirez-la.`,
  }),
  unreadable: (id: string) => ({
    en: `What ${id} says of itself cannot be read: it was written by a newer Boreal, or changed on the engine. Use that version.`,
    fr: `Ce que ${id} dit d’elle-même est illisible : un Boreal plus récent l’a écrit, ou quelqu’un l’a modifié sur le moteur. Utilisez cette version.`,
  }),
  prepaid: (id: string, until: string | null) => ({
    en: `${id} was prepaid by card until ${until ?? '?'}, and the restored books do not know that payment. Adopt it with --as-hourly, and give its customer credit for what the term is worth (account credit).`,
    fr: `${id} était prépayée par carte jusqu’au ${until ?? '?'}, et les dossiers restaurés ne connaissent pas ce paiement. Adoptez-la avec --as-hourly et créditez son client de la valeur de la période (account credit).`,
  }),
  noAccount: (id: string, accountId: string) => ({
    en: `${id} says it is of the account ${accountId}, which does not exist here: it was opened after the copy that was restored. Restore a newer copy, or remove the machine.`,
    fr: `${id} dit appartenir au compte ${accountId}, qui n’existe pas ici : il a été ouvert après la copie restaurée. Restaurez une copie plus récente, ou retirez la machine.`,
  }),
  accountClosed: (id: string, accountId: string) => ({
    en: `${id} belongs to the account ${accountId}, which is closed. If its owner has nothing to fetch from it, remove it: orphan remove.`,
    fr: `${id} appartient au compte ${accountId}, qui est fermé. Si son propriétaire n’a rien à y récupérer, retirez-la : orphan remove.`,
  }),
  noPlan: (id: string, planId: string) => ({
    en: `${id} was sold as ${planId}, which does not exist here. Add that plan again (plan add), then adopt it.`,
    fr: `${id} a été vendue comme ${planId}, qui n’existe pas ici. Ajoutez de nouveau ce produit (plan add), puis adoptez-la.`,
  }),
  otherSize: (id: string, planId: string) => ({
    en: `${id} was sold as ${planId} when that plan was of another size. Add that size as a plan of the same name, or remove the machine.`,
    fr: `${id} a été vendue comme ${planId} quand ce produit était d’une autre taille. Ajoutez cette taille comme produit du même nom, ou retirez la machine.`,
  }),
  noImage: (id: string, imageId: string) => ({
    en: `${id} was made from the image ${imageId}, which does not exist here. Add it again (image set), then adopt it.`,
    fr: `${id} a été créée à partir de l’image ${imageId}, qui n’existe pas ici. Ajoutez-la de nouveau (image set), puis adoptez-la.`,
  }),
  noHost: (id: string, hostName: string) => ({
    en: `${id} is on ${hostName}, which is not declared here. Add that host with its GPUs (host add), then adopt it.`,
    fr: `${id} est sur ${hostName}, qui n’est pas déclaré ici. Ajoutez cet hôte avec ses GPU (host add), puis adoptez-la.`,
  }),
  noGpus: (id: string, count: number) => ({
    en: `${id} should have ${count} GPUs, and those that it has are not declared here, or cannot be told. Declare them (host add, gpu add), then adopt it.`,
    fr: `${id} devrait avoir ${count} GPU, et ceux qu’elle a ne sont pas déclarés ici, ou ne peuvent être déterminés. Déclarez-les (host add, gpu add), puis adoptez-la.`,
  }),
  gpuTaken: (id: string, gpu: string, by: string) => ({
    en: `${id} runs on the GPU ${gpu}, which is ${by}'s here. Move or delete ${by}, or wait until its own machine is found to be gone, then adopt it.`,
    fr: `${id} fonctionne sur le GPU ${gpu}, qui est ici celui de ${by}. Déplacez ou supprimez ${by}, ou attendez que sa propre machine soit constatée disparue, puis adoptez-la.`,
  }),
  severalPools: (id: string) => ({
    en: `The GPUs of ${id} are of several pools here. Declare them in one pool, then adopt it.`,
    fr: `Les GPU de ${id} sont ici de plusieurs groupes. Déclarez-les dans un seul groupe, puis adoptez-la.`,
  }),
  addressTaken: (id: string, ip: string, by: string) => ({
    en: `${id} has the address ${ip}, which is ${by}'s here. Delete ${by}, or hibernate and resume it so that it gets another, then adopt it.`,
    fr: `${id} a l’adresse ${ip}, qui est ici celle de ${by}. Supprimez ${by}, ou mettez-le en hibernation puis reprenez-le pour qu’il en reçoive une autre, puis adoptez-la.`,
  }),
  notCovered: (id: string, of: { accountId: string; requiredMicros: bigint; balanceMicros: bigint }) => ({
    en: `The hours of ${id} cost ${phrases.en.cad(String(of.requiredMicros))}, and the credit of ${of.accountId} is ${phrases.en.cad(String(of.balanceMicros))}. Give it what it bought since the copy (account credit), or adopt with --charge now.`,
    fr: `Les heures de ${id} coûtent ${phrases.fr.cad(String(of.requiredMicros))}, et le crédit de ${of.accountId} est de ${phrases.fr.cad(String(of.balanceMicros))}. Créditez-le de ce qu’il a acheté depuis la copie (account credit), ou adoptez avec --charge now.`,
  }),
} as const satisfies Sentences;
