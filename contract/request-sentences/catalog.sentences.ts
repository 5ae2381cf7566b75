import type { Sentences } from '../words/language.ts';

/** Regions, models, images, plans and prices that operators set. */
export const catalogSentences = {
  noSuchRegion: {
    en: 'There is no such region. GET /v1/regions lists them.',
    fr: 'Cette région n’existe pas. GET /v1/regions les énumère.',
  },
  regionId: {
    en: 'The id of a region uses only lowercase letters, digits and hyphens, such as canada-montreal.',
    fr: 'L’identifiant d’une région ne contient que des lettres minuscules, des chiffres et des traits d’union, comme canada-montreal.',
  },
  regionTaken: (id: string) => ({ en: `The region ${id} already exists.`, fr: `La région ${id} existe déjà.` }),
  regionIsDefault: (id: string) => ({
    en: `${id} is the default region. Make another one the default first: region change … --default`,
    fr: `${id} est la région par défaut. Choisissez d’abord une autre région par défaut : region change … --default`,
  }),
  regionIsUsed: (id: string) => ({
    en: `${id} has pools, or servers have been there, so it cannot be removed.`,
    fr: `${id} a des groupes, ou des serveurs y ont été : elle ne peut pas être supprimée.`,
  }),
  noSuchCountry: {
    en: 'Enter the two-letter code of the country, such as CA.',
    fr: 'Entrez le code du pays, à deux lettres, comme CA.',
  },
  noSuchTimezone: {
    en: 'This time zone does not exist. Enter one such as America/Toronto.',
    fr: 'Ce fuseau horaire n’existe pas. Entrez-en un comme America/Toronto.',
  },
  noSuchModel: { en: 'There is no such GPU model in the catalog.', fr: 'Ce modèle de GPU n’est pas au catalogue.' },
  modelSlug: {
    en: 'The slug of a model uses only lowercase letters, digits, dots and hyphens, such as rtx-4090.',
    fr: 'Le nom court d’un modèle ne contient que des lettres minuscules, des chiffres, des points et des traits d’union, comme rtx-4090.',
  },
  pciId: {
    en: 'Enter the vendor and the product as on the PCI bus, such as 10de:2684: engine hosts shows them.',
    fr: 'Entrez le fabricant et le produit tels que sur le bus PCI, comme 10de:2684 : engine hosts les affiche.',
  },
  modelTaken: (slug: string) => ({
    en: `The model ${slug} already exists. Change it, or reinstate it if it is retired.`,
    fr: `Le modèle ${slug} existe déjà. Modifiez-le, ou remettez-le au catalogue s’il en est retiré.`,
  }),
  modelIsRetired: (slug: string) => ({
    en: `The model ${slug} is retired. Reinstate it first.`,
    fr: `Le modèle ${slug} est retiré du catalogue. Remettez-l’y d’abord.`,
  }),
  planId: {
    en: 'The id of a plan uses only lowercase letters, digits, dots and hyphens, such as rtx-4090-x1.',
    fr: 'L’identifiant d’un produit ne contient que des lettres minuscules, des chiffres, des points et des traits d’union, comme rtx-4090-x1.',
  },
  planTaken: (id: string) => ({
    en: `The plan ${id}, or another with the same GPUs, already exists. Retire that one first, and give the new one an id of its own.`,
    fr: `Le produit ${id}, ou un autre avec les mêmes GPU, existe déjà. Retirez-le d’abord, et donnez au nouveau son propre identifiant.`,
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
    fr: `${imageId} est l’image par défaut. Choisissez d’abord une autre image par défaut : image add … --default`,
  }),
  imageIsUsed: (imageId: string) => ({
    en: `Servers were created from ${imageId}, so it cannot be removed.`,
    fr: `Des serveurs ont été créés à partir de ${imageId} : elle ne peut pas être supprimée.`,
  }),
  imageId: {
    en: 'The id of an image uses only lowercase letters, digits, dots and hyphens, such as ubuntu-24.04-cuda.',
    fr: 'L’identifiant d’une image ne contient que des lettres minuscules, des chiffres, des points et des traits d’union, comme ubuntu-24.04-cuda.',
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
    en: 'Monthly prices are charged to cards: enter whole cents.',
    fr: 'Les prix au mois sont débités sur des cartes : entrez un montant au cent près.',
  },
  priceInThePast: {
    en: 'A price cannot take effect in the past. Choose now or a later time.',
    fr: 'Un prix ne peut pas prendre effet dans le passé. Choisissez maintenant ou un moment ultérieur.',
  },
  instantTaken: {
    en: 'The price already changes at that very moment, and a dated price is never replaced. Choose a later time.',
    fr: 'Le prix change déjà à ce moment précis, et un prix daté n’est jamais remplacé. Choisissez un moment ultérieur.',
  },
} as const satisfies Sentences;
