import type * as english from '../en/legal.ts';

const contact = ({ email }: { email: string | null }) =>
  email === null ? 'ouvrez un billet de soutien dans la console' : `écrivez à ${email}`;

export const legal: typeof english.legal = {
  operatorTitle: 'Qui exploite ce service',
  operatorUnknown:
    'L’exploitant de cette installation n’a pas encore dit qui il est. D’ici là, considérez-la comme un essai : ne lui confiez ni données personnelles ni vraie carte de paiement.',
  operatorKnown: (operator) =>
    `Cette installation est exploitée par ${operator.name}${operator.address === '' ? '' : `, ${operator.address}`}.`,
  inForce: (day) => `En vigueur depuis le ${day}.`,
  email: 'Courriel\u00a0',
  website: 'Site Web\u00a0',
  privacy: {
    title: 'Confidentialité',
    description: 'Ce que nous savons des visiteurs et des clients, à quoi cela sert, qui le voit et combien de temps nous le gardons.',
    lead: 'Ce que ce service sait de vous, pourquoi, et pendant combien de temps. Le texte suit ce que fait le logiciel.',
    sections: (operator) => [
      {
        title: 'Visiter ce site',
        text: [
          'Les pages publiques ne posent aucun témoin, ne chargent rien d’autres entreprises et ne comptent personne. Les adresses des visiteurs restent une minute en mémoire, pour empêcher un réseau d’en demander trop.',
        ],
      },
      {
        title: 'Avoir un compte',
        text: [
          'Nous gardons votre nom et votre courriel, votre mot de passe sous forme de condensé irréversible, vos seconds facteurs chiffrés, et ce que vous inscrivez dans votre profil, comme une adresse de facturation.',
          'La console pose un témoin qui dit qui est connecté. Les scripts ne peuvent pas le lire et il est supprimé à la déconnexion.',
          'Les sessions sont gardées avec l’adresse et le navigateur qui les ont ouvertes, pour que vous puissiez les voir et y mettre fin.',
        ],
      },
      {
        title: 'Ce que vous faites',
        text: [
          'Chaque changement est une ligne du journal d’audit de votre compte : qui, quoi, quand, et depuis quelle adresse. Les serveurs, leur activité, leurs heures et leur argent sont gardés aussi longtemps que la loi l’exige des livres.',
          'Nous ne regardons ni dans vos serveurs ni sur leurs disques. Les mesures sont le processeur, la mémoire et le réseau tels que l’hôte les compte.',
        ],
      },
      {
        title: 'Payer',
        text: [
          'Les numéros de carte vont de votre navigateur au fournisseur de paiement et ne passent jamais ici. Nous gardons les quatre derniers chiffres, la marque et l’expiration, ainsi que les reçus et factures, sans modification.',
        ],
      },
      {
        title: 'Courriels',
        text: [
          'Vous recevez des courriels au sujet de votre compte : crédit bas, budgets, sauvegardes manquées, clés qui expirent, billets. Il n’y a pas d’infolettre.',
        ],
      },
      {
        title: 'Qui d’autre le voit',
        text: [
          'Le fournisseur de paiement, ce qu’il faut pour un débit ; le serveur de courriel, ce que dit un courriel. Personne n’achète de données chez nous et il n’y a pas d’annonceurs.',
        ],
      },
      {
        title: 'Vos droits',
        text: [
          'Un propriétaire télécharge toutes les données d’un compte, et ferme le compte, dans la console sous Profil ; chacun peut y supprimer sa propre identité de connexion dès qu’aucun compte ouvert n’en a besoin.',
          `Pour voir, corriger ou faire supprimer ce qui est gardé à votre sujet, ${contact(operator)}. Ce que la loi nous oblige à garder, comme les factures, reste pendant ce temps.`,
        ],
      },
    ],
  },
  terms: {
    title: 'Conditions',
    description: 'Ce que vous obtenez, ce que cela coûte, ce qui n’est pas permis et ce qui arrive en cas de panne.',
    lead: 'Les règles de ce service, en mots simples.',
    sections: (operator) => [
      {
        title: 'Ce que vous obtenez',
        text: [
          'Un serveur GPU avec le matériel du format choisi, tant qu’il est payé. Les serveurs à la demande sont à vous jusqu’à ce que vous y mettiez fin ; les serveurs spot peuvent être interrompus à tout moment sans préavis.',
        ],
      },
      {
        title: 'Ce que cela coûte',
        text: [
          'Le prix affiché au déploiement, avant taxes, pour chaque heure commencée d’un serveur à l’heure, à même un crédit acheté d’avance. Les termes mensuels et annuels sont débités d’avance de votre carte. Ils ne se renouvellent d’eux-mêmes que si vous l’avez choisi, jusqu’à ce que vous y renonciez.',
          'Un serveur arrêté est facturé, un serveur en hibernation ne l’est pas. Quand un serveur est perdu par notre faute, le reste de l’heure est remboursé.',
          'Les prix changent pour les heures qui commencent après le changement ; un terme garde le prix auquel il a été payé.',
        ],
      },
      {
        title: 'Crédit',
        text: [
          'Le crédit est prépayé, en dollars canadiens. Quand il ne couvre pas l’heure suivante, ou que l’un de vos budgets serait dépassé, les serveurs hibernent et gardent leur disque système.',
          'Qui ferme un compte récupère, sur la carte qui l’a acheté, le crédit restant. Le crédit promotionnel n’est pas versé.',
        ],
      },
      {
        title: 'Vos données',
        text: [
          'Vous êtes responsable des copies de ce que vous ne pouvez pas perdre. Les disques de travail ne sont pas sauvegardés. Un serveur supprimé et ses sauvegardes ne reviennent pas.',
        ],
      },
      {
        title: 'Votre part',
        text: [
          'Gardez vos clés et mots de passe pour vous. N’utilisez pas les serveurs pour attaquer autrui, envoyer des courriels non sollicités ou faire ce que la loi interdit. Nous pouvons suspendre un compte qui le fait ; on vous dit pourquoi.',
        ],
      },
      {
        title: 'En cas de panne',
        text: [
          `Le matériel tombe en panne. Nous remboursons le temps payé et non fourni, et disons sur la page d’état ce que nous voyons. Pour le reste, ${contact(operator)}.`,
        ],
      },
      {
        title: 'Modifications',
        text: [
          'Les modifications de ces règles sont annoncées avant de s’appliquer. Le droit du lieu où l’exploitant est établi s’applique.',
        ],
      },
    ],
  },
};
