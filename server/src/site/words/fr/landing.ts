import type * as english from '../en/landing.ts';

export const landing: typeof english.landing = {
  title: 'Des serveurs GPU à l’heure, avec des budgets qui tiennent',
  description:
    'Louez des serveurs GPU à Montréal, à l’heure et en dollars canadiens. Des budgets infranchissables, une hibernation qui conserve le disque système, des agents qui doivent confirmer un prix.',
  place: 'Serveurs GPU à Montréal, Québec',
  headline: 'Des GPU à l’heure. Des budgets qui tiennent.',
  lead: 'Déployez un serveur GPU d’un clic ou d’une requête et payez les heures où il tourne, en dollars canadiens. Quand vous atteignez la limite que vous avez fixée, les serveurs s’endorment avec leurs données plutôt que de faire grimper la facture.',
  start: 'Créer un compte',
  seePrices: 'Voir tous les formats et prix',
  boardTitle: 'À déployer maintenant',
  boardModel: 'GPU',
  boardFrom: 'À partir de, l’heure',
  boardSpot: 'Spot',
  boardStock: 'Stock',
  noStock: 'Le stock et les prix ne peuvent pas être lus en ce moment. Rechargez la page dans un instant.',
  factsTitle: 'En bref',
  facts: (minimumTopup: string) => [
    {
      title: 'Facturé à l’heure',
      text: 'La première heure au déploiement, chaque suivante à son début. Les termes mensuels et annuels coûtent moins cher.',
    },
    {
      title: 'Dollars canadiens',
      text: `Les prix sont en CAD avant taxes, avec des reçus qui montrent la TPS, la TVH et la TVQ. Commencez avec ${minimumTopup} de crédit.`,
    },
    { title: 'Au Québec', text: 'Les serveurs et leurs disques sont à Montréal.' },
    { title: 'Votre machine', text: 'SSH avec votre propre clé, des images avec CUDA, un pare-feu que vous réglez règle par règle.' },
  ],
  promisesTitle: 'Trois promesses que le code tient',
  budget: {
    title: 'Une limite ne se franchit pas',
    text: 'Ici, un budget n’est pas un courriel qu’on lit le lundi. Il est vérifié dans la transaction même qui prélève l’argent : pour le compte, par mois et par jour, pour chaque serveur et pour chaque clé d’un agent. Une heure qui dépasserait la limite n’est pas vendue ; le serveur hiberne et son disque système est conservé.',
    link: 'Le fonctionnement des budgets',
    figure: 'La dépense monte d’heure en heure jusqu’à la limite et ne va pas plus loin.',
    limit: 'Votre limite',
    asleep: 'endormi, non facturé',
  },
  hibernation: {
    title: 'Cessez de payer, gardez votre disque système',
    text: 'Mettez un serveur en hibernation et sa facturation s’arrête avec l’heure payée. Son disque système est conservé ; le disque de travail est un espace temporaire qui peut être vide ensuite. Reprenez le serveur quand vous en avez besoin : la même machine, avec une nouvelle adresse.',
    link: 'Ce que l’hibernation garde',
    figure: 'Un serveur tourne, hiberne la fin de semaine, puis tourne à nouveau ; seules ses heures de marche sont facturées.',
    friday: 'Vendredi',
    weekend: 'Fin de semaine',
    monday: 'Lundi',
    billed: 'facturé',
    free: 'non facturé',
  },
  agents: {
    title: 'Un agent confirme chaque prix',
    text: 'Branchez un agent par le Model Context Protocol. Tout ce qui coûte de l’argent arrive d’abord comme un devis, avec le prix exact et un jeton qui sert une seule fois et expire après dix minutes. Les plafonds et les droits appartiennent à la clé et, au-dessus d’un prix que vous choisissez, une personne doit approuver.',
    link: 'Brancher un agent',
    figure: 'Un agent demande un serveur, reçoit un devis et doit le confirmer.',
    asks: 'Agent',
    quote: 'Devis',
    quoteNow: 'première heure',
    quoteToken: 'jeton valable 10 min, une fois',
    confirm: 'L’agent confirme le prix',
    done: 'Serveur déployé',
  },
  terminalTitle: 'Depuis un terminal',
  terminalText:
    'Tout ce que la console fait avec les serveurs, l’API le fait aussi. Chaque écriture se répète sans danger avec une clé d’idempotence.',
  terminalLink: 'Démarrage rapide',
  ownTitle: 'Vous avez des machines GPU ? Exploitez Boreal vous-même.',
  ownText:
    'Ce site, l’API, la facturation et la console forment un seul programme que vous pouvez exploiter sur vos propres machines : une commande pour l’essayer avec des hôtes simulés, et Incus pour les vrais. Le grand livre justifie chaque cent.',
  ownLink: 'Exploiter le vôtre',
  closing: 'Quand vous voulez',
  closingText: (minimumTopup: string) =>
    `Ouvrez un compte, ajoutez ${minimumTopup}, déployez. Les serveurs à l’heure sont sans engagement.`,
};
