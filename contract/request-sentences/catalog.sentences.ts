import type { Sentences } from '../language.ts';

/** Regions, models, images, plans and prices that operators set. */
export const catalogSentences = {
  noSuchRegion: {
    en: 'There is no such region. GET /v1/regions lists them.',
    fr: 'Cette région n’existe pas. GET /v1/regions les énumère.',
  },
  regionId: {
    en: 'The id of a region has lowercase letters, digits and hyphens, such as canada-montreal.',
    fr: 'L’identifiant d’une région a des lettres minuscules, des chiffres et des traits d’union, comme canada-montreal.',
  },
  regionTaken: (id: string) => ({ en: `There is a region ${id} already.`, fr: `Il y a déjà une région ${id}.` }),
  regionIsDefault: (id: string) => ({
    en: `${id} is the default region. Make another one the default first: region change … --default`,
    fr: `${id} est la région par défaut. Faites-en d’abord d’une autre celle par défaut : region change … --default`,
  }),
  regionIsUsed: (id: string) => ({
    en: `${id} has pools, or servers have been there, so it cannot be removed.`,
    fr: `${id} a des groupes, ou des serveurs y ont été : elle ne peut pas être supprimée.`,
  }),
  noSuchCountry: {
    en: 'Give the country as its two letters, such as CA.',
    fr: 'Donnez le pays par ses deux lettres, comme CA.',
  },
  noSuchTimezone: {
    en: 'There is no such time zone. Give it as in America/Toronto.',
    fr: 'Ce fuseau horaire n’existe pas. Donnez-le comme dans America/Toronto.',
  },
  noSuchModel: { en: 'There is no such GPU model in the catalog.', fr: 'Ce modèle de GPU n’est pas au catalogue.' },
  modelSlug: {
    en: 'The slug of a model has lowercase letters, digits, dots and hyphens, such as rtx-4090.',
    fr: 'Le nom d’adresse d’un modèle a des lettres minuscules, des chiffres, des points et des traits d’union, comme rtx-4090.',
  },
  pciId: {
    en: 'Give vendor and product as the PCI bus has them, such as 10de:2684: engine hosts shows them.',
    fr: 'Donnez fabricant et produit tels que sur le bus PCI, comme 10de:2684 : engine hosts les montre.',
  },
  modelTaken: (slug: string) => ({
    en: `There is a model ${slug} already. Change it, or reinstate it if it is retired.`,
    fr: `Il y a déjà un modèle ${slug}. Modifiez-le, ou remettez-le au catalogue s’il en est retiré.`,
  }),
  modelIsRetired: (slug: string) => ({
    en: `The model ${slug} is retired. Reinstate it first.`,
    fr: `Le modèle ${slug} est retiré du catalogue. Remettez-l’y d’abord.`,
  }),
  planId: {
    en: 'The id of a plan has lowercase letters, digits, dots and hyphens, such as rtx-4090-x1.',
    fr: 'L’identifiant d’un produit a des lettres minuscules, des chiffres, des points et des traits d’union, comme rtx-4090-x1.',
  },
  planTaken: (id: string) => ({
    en: `There is a plan ${id} already, or another with the same GPUs. Retire that one first, and give the new one an id of its own.`,
    fr: `Il y a déjà un produit ${id}, ou un autre avec les mêmes GPU. Retirez-le d’abord, et donnez au nouveau son propre identifiant.`,
  }),
  planIsOffered: (id: string) => ({
    en: `${id} is offered, so its size cannot change. Take it off sale first: plan set ${id} --purchasable no`,
    fr: `${id} est en vente : sa taille ne peut pas changer. Retirez-le d’abord de la vente : plan set ${id} --purchasable no`,
  }),
  planIsUsed: (id: string) => ({
    en: `Servers were created from ${id}, so its size cannot change. Retire it and add another plan.`,
    fr: `Des serveurs ont été créés à partir de ${id} : sa taille ne peut pas changer. Retirez-le et ajoutez un autre produit.`,
  }),
  planReplaced: (id: string) => ({
    en: `Another plan has taken the place of ${id}: the same GPUs. Retire that one first.`,
    fr: `Un autre produit a pris la place de ${id} : les mêmes GPU. Retirez-le d’abord.`,
  }),
  planIsRetired: (id: string) => ({
    en: `${id} is retired. Reinstate it first: plan reinstate ${id}`,
    fr: `${id} est retiré du catalogue. Remettez-l’y d’abord : plan reinstate ${id}`,
  }),
  sizeOutOfRange: ({ min, max }: { min: number; max: number }) => ({
    en: `Enter a whole number from ${min} to ${max}.`,
    fr: `Entrez un nombre entier de ${min} à ${max}.`,
  }),
  diskBelowImage: ({ id, sizeGb }: { id: string; sizeGb: number }) => ({
    en: `The default image ${id} needs ${sizeGb} GB: make the system disk at least as large.`,
    fr: `L’image par défaut ${id} demande ${sizeGb} Go : donnez au moins autant au disque système.`,
  }),
  noSuchImage: { en: 'There is no such image.', fr: 'Cette image n’existe pas.' },
  imageIsDefault: (imageId: string) => ({
    en: `${imageId} is the default. Make another one the default first: image add … --default`,
    fr: `${imageId} est l’image par défaut. Faites-en d’abord une autre celle par défaut : image add … --default`,
  }),
  imageIsUsed: (imageId: string) => ({
    en: `Servers were created from ${imageId}, so it cannot be removed.`,
    fr: `Des serveurs ont été créés à partir de ${imageId} : elle ne peut pas être supprimée.`,
  }),
  imageId: {
    en: 'An id of an image has lowercase letters, digits, dots and hyphens, such as ubuntu-24.04-cuda.',
    fr: 'L’identifiant d’une image a des lettres minuscules, des chiffres, des points et des traits d’union, comme ubuntu-24.04-cuda.',
  },
  username: { en: 'This is not a valid Linux user name.', fr: 'Ce n’est pas un nom d’utilisateur Linux valide.' },
  onRequestNotOnline: {
    en: 'A plan priced on request is never deployed online. Give it a price first.',
    fr: 'Un produit dont le prix est sur demande n’est jamais déployé en ligne. Donnez-lui d’abord un prix.',
  },
  planHasNoPrice: (planId: string) => ({
    en: `${planId} has no price, neither for everyone nor for one account: nobody could buy it. Set a price first.`,
    fr: `${planId} n’a aucun prix, ni pour tous ni pour un compte : personne ne pourrait l’acheter. Fixez d’abord un prix.`,
  }),
  noPriceOfItsOwn: (planId: string) => ({
    en: `The account has no price of its own for ${planId} at that time: there is nothing to withdraw.`,
    fr: `Le compte n’a pas de prix propre pour ${planId} à ce moment : il n’y a rien à retirer.`,
  }),
  serversWithoutPrice: ({ planId, named, more }: { planId: string; named: string; more: string }) => ({
    en: `${planId} has no list price, and the account still has servers of it: ${named}${more}. Set a list price first, or have them deleted.`,
    fr: `${planId} n’a pas de prix courant, et le compte en a encore des serveurs : ${named}${more}. Fixez d’abord un prix courant, ou faites-les supprimer.`,
  }),
  noListPriceThen: (planId: string) => ({
    en: `${planId} will have no list price then, and the account can deploy it until then: those servers would be left without a price. Withdraw it at once, or date a list price first.`,
    fr: `${planId} n’aura pas de prix courant à ce moment, et le compte peut le déployer jusque-là : ces serveurs resteraient sans prix. Retirez-le tout de suite, ou datez d’abord un prix courant.`,
  }),
  onlyPrice: (planId: string) => ({
    en: `This is the only price of ${planId}, which is sold at a public price. Set a list price first, or mark the plan as priced on request.`,
    fr: `C’est le seul prix de ${planId}, qui se vend à prix public. Fixez d’abord un prix courant, ou mettez le produit à prix sur demande.`,
  }),
  hourOnly: (planId: string) => ({
    en: `${planId} is sold by the hour only. Leave this price out.`,
    fr: `${planId} ne se vend qu’à l’heure. Omettez ce prix.`,
  }),
  priceOutOfRange: { en: 'A price is above 0 and at most 1,000,000 CAD.', fr: 'Un prix est supérieur à 0 et au plus de 1 000 000 $ CA.' },
  priceTooFine: { en: 'A price has at most four decimals.', fr: 'Un prix a au plus quatre décimales.' },
  priceInWholeCents: {
    en: 'A price by the month is charged to cards: give it in whole cents.',
    fr: 'Un prix au mois est débité sur des cartes : donnez-le au cent près.',
  },
  priceInThePast: {
    en: 'A price cannot come into force in the past. Take now or a later time.',
    fr: 'Un prix ne peut pas entrer en vigueur dans le passé. Prenez maintenant ou un moment ultérieur.',
  },
  instantTaken: {
    en: 'The price changes at that very instant already, and what is dated stays. Take a later time.',
    fr: 'Le prix change déjà à cet instant précis, et ce qui est daté reste. Prenez un moment ultérieur.',
  },
} as const satisfies Sentences;
