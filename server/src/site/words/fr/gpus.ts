import type * as english from '../en/gpus.ts';

export const gpus: typeof english.gpus = {
  title: 'GPU et prix',
  description:
    'Chaque modèle et format de GPU avec son prix horaire, spot, mensuel et annuel en dollars canadiens, et ce qui est en stock maintenant.',
  lead: 'Prix courants en dollars canadiens, avant taxes, pour le serveur entier. Le stock est affiché en direct.',
  model: 'GPU',
  sizes: 'Formats',
  hourly: 'À l’heure',
  spotHourly: 'Spot, à l’heure',
  monthly: 'Mensuel',
  annual: 'Annuel, par mois',
  stock: 'Stock',
  tableCaption: 'Modèles de GPU avec le prix du plus petit format',
  notesTitle: 'Ce que comprend un prix',
  notes: (backup: string) => [
    {
      title: 'Serveur entier',
      text: 'Les GPU, les processeurs, la mémoire, le disque système, le disque de travail et une adresse IP publique pendant qu’il tourne.',
    },
    {
      title: 'À l’heure',
      text: 'À même un crédit prépayé. La première heure est prise au déploiement ; un serveur arrêté est facturé, un serveur en hibernation ne l’est pas.',
    },
    {
      title: 'Spot',
      text: 'Coûte moins cher. Le serveur cède sa place sans préavis quand ses GPU sont vendus à la demande : il est mis en hibernation avec son disque système et le reste de son heure est remboursé. Son disque de travail peut être perdu.',
    },
    { title: 'Mensuel et annuel', text: 'Payés d’avance par carte. Le prix d’un terme annuel est indiqué par mois.' },
    { title: 'Sauvegardes', text: `En option, ${backup} par mois : le disque système chaque jour, gardé jusqu’à sept jours.` },
  ],
  none: 'Rien n’est encore en vente ici. Revenez bientôt.',
  noneHint: 'L’exploitant de cette installation n’offre encore aucun GPU.',
  model1: {
    title: (model: string) => `${model} : formats et prix`,
    description: (model: string, memory: string, from: string) =>
      `Louez des serveurs ${model} avec ${memory} par GPU à Montréal à partir de ${from} l’heure, avant taxes. Prix horaires, spot, mensuels et annuels, stock en direct.`,
    descriptionOnRequest: (model: string, memory: string) => `Serveurs ${model} avec ${memory} par GPU à Montréal, sur demande.`,
    back: 'Tous les GPU',
    memory: (memory: string) => `${memory} par GPU`,
    from: (price: string) => `à partir de ${price} l’heure`,
    tableCaption: (model: string) => `Formats des serveurs ${model}`,
    size: 'Format',
    gpus: (count: number) => `${count} GPU`,
    vcores: 'vCPU',
    ram: 'Mémoire vive',
    storage: 'Disque système',
    work: 'Disque de travail',
    none: 'aucun',
    deploy: 'Déployer',
    tell: 'Prévenez-moi à son retour',
    ask: 'Faire une demande',
    askText:
      'Ce modèle n’a pas de prix public. Dites-nous ce qu’il vous faut dans un billet de soutien et une personne vous fera une offre.',
    soonText: 'Ce modèle est montré à l’avance et ne peut pas encore être déployé.',
    spotTitle: 'Spot',
    spotText: 'Les serveurs spot coûtent moins cher et peuvent être interrompus sans préavis. Ils se facturent à l’heure seulement.',
    backupTitle: 'Sauvegardes',
    backupText: (price: string) =>
      `Une sauvegarde quotidienne du disque système, à l’heure que vous choisissez, coûte ${price} par mois, au prorata de chaque heure facturée. La restaurer crée un nouveau serveur.`,
    keepTitle: 'Mettez-le en pause',
    keepText:
      'Mettez le serveur en hibernation quand vous n’en avez pas besoin : la facturation s’arrête avec l’heure payée. Le disque système est conservé ; le disque de travail peut être vide ensuite.',
    others: 'Autres GPU',
    exampleTitle: 'Ce que coûte une journée',
    example: (name: string, hours: string, cost: string) => `${name} pendant ${hours} heures : ${cost} avant taxes.`,
  },
};
