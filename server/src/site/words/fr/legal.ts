import type * as english from '../en/legal.ts';

const contact = ({ email }: { email: string | null }) =>
  email === null ? 'ouvrez un billet de soutien dans la console' : `écrivez à ${email}`;

const reach = ({ email }: { email: string | null }) =>
  email === null ? 'un billet de soutien lui parvient.' : `écrivez à ${email}, avec « Confidentialité » en objet.`;

export const legal: typeof english.legal = {
  operatorTitle: 'Qui exploite ce service',
  operatorUnknown:
    'L’exploitant de cette installation n’a pas encore dit qui il est. D’ici là, considérez-la comme un essai : ne lui confiez ni données personnelles ni vraie carte de paiement.',
  operatorKnown: (operator) => `Ce service est exploité par ${operator.name}${operator.address === '' ? '' : `, ${operator.address}`}.`,
  inForce: (version, day) => `Version ${version}, en vigueur depuis le ${day}.`,
  email: 'Courriel\u00a0',
  website: 'Site Web\u00a0',
  privacy: {
    title: 'Politique de confidentialité',
    description: 'Ce que nous savons des visiteurs et des clients, à quoi cela sert, qui le voit et combien de temps nous le gardons.',
    lead: 'Ce que ce service sait de vous, pourquoi, et pendant combien de temps. Le texte décrit ce que le logiciel fait réellement.',
    sections: (operator) => [
      {
        title: 'Visiter ce site',
        text: [
          'Les pages publiques ne posent aucun témoin, ne chargent rien d’autres entreprises et n’utilisent aucun outil d’analyse d’audience. Les adresses IP des visiteurs restent une minute en mémoire, pour éviter qu’un réseau surcharge le site.',
        ],
      },
      {
        title: 'Avoir un compte',
        text: [
          'Nous gardons votre nom et votre courriel, votre mot de passe sous forme d’empreinte irréversible, vos seconds facteurs chiffrés, et ce que vous inscrivez dans votre profil, comme une adresse de facturation.',
          'La console pose un témoin qui dit qui est connecté. Les scripts ne peuvent pas le lire et il est supprimé à la déconnexion.',
          'Nous gardons l’adresse IP et le navigateur de chaque session, pour que vous puissiez voir vos sessions et y mettre fin.',
        ],
      },
      {
        title: 'Ce que vous faites',
        text: [
          'Chaque changement est consigné dans le journal d’audit de votre compte : qui, quoi, quand et à partir de quelle adresse. Les serveurs, leur activité, leur utilisation et leurs débits sont gardés aussi longtemps que les lois fiscales l’exigent.',
          'Nous ne regardons ni dans vos serveurs ni sur leurs disques. Les mesures portent sur l’utilisation du processeur, de la mémoire et du réseau, vue de l’hôte.',
        ],
      },
      {
        title: 'Payer',
        text: [
          'Les numéros de carte vont directement de votre navigateur au fournisseur de paiement et ne nous parviennent jamais. Nous gardons les quatre derniers chiffres, la marque et la date d’expiration, ainsi que vos reçus et factures, sans modification.',
        ],
      },
      {
        title: 'Courriels',
        text: [
          'Vous recevez des courriels au sujet de votre compte : crédit bas, budgets, échecs de sauvegarde, clés qui expirent, billets. Il n’y a pas d’infolettre.',
          'Si vous vous abonnez aux incidents, à la maintenance et aux annonces sur la page d’état, nous gardons votre adresse et votre langue pour cela seulement, jusqu’à ce que vous vous désabonniez par le lien dans chaque courriel.',
        ],
      },
      {
        title: 'Qui d’autre le voit',
        text: [
          'Le fournisseur de paiement voit ce qu’exige un débit ; le serveur de courriel, le contenu de nos courriels. Là où vous pouvez vous connecter avec Google ou GitHub et le faites, ils l’apprennent ; nous gardons l’identifiant de votre compte chez eux, sans aucun accès à celui-ci. Nous ne vendons de données à personne et il n’y a pas d’annonceurs.',
        ],
      },
      {
        title: 'Où cela se trouve',
        text: [
          'Les serveurs, leurs disques et leurs sauvegardes restent dans la région que vous choisissez. Ce que nous savons de vous se trouve dans la base de données de ce service. Le fournisseur de paiement et le serveur de courriel peuvent le traiter hors du Québec, selon les lois qui s’y appliquent.',
        ],
      },
      {
        title: 'Décisions automatisées',
        text: [
          'Certaines décisions sont prises selon des règles, sans intervention humaine : les serveurs sont mis en hibernation quand le crédit ou un budget est épuisé, les serveurs spot sont interrompus, les demandes au-delà des limites sont refusées. L’événement ou le message dit quelle règle s’est appliquée. Vous pouvez demander qu’une personne réexamine la décision, et présenter vos observations, dans un billet de soutien.',
        ],
      },
      {
        title: 'Incidents de confidentialité',
        text: [
          'Nous tenons un registre des incidents de confidentialité. Si l’un d’eux présente un risque de préjudice sérieux, nous avisons avec diligence les personnes concernées et la Commission d’accès à l’information.',
        ],
      },
      {
        title: 'Vos droits',
        text: [
          'Dans la console, sous Profil, un propriétaire peut télécharger toutes les données d’un compte, dans un format lisible par d’autres programmes, et fermer le compte. Chacun peut y supprimer son propre accès dès qu’aucun compte ouvert n’en dépend.',
          `Pour consulter, corriger ou faire supprimer ce que nous gardons à votre sujet, pour l’obtenir dans un format courant ou pour retirer votre consentement, ${contact(operator)}. Nous répondons dans les 30 jours. Ce que la loi nous oblige à garder, comme les factures, est gardé pendant ce temps.`,
          `La personne responsable de la protection des renseignements personnels est celle qui a la plus haute autorité chez ${operator.name}, ou la personne qu’elle a désignée ; ${reach(operator)}`,
          'Si la réponse ne vous satisfait pas, vous pouvez vous adresser à la Commission d’accès à l’information du Québec.',
        ],
      },
    ],
  },
  terms: {
    title: 'Conditions d’utilisation',
    description: 'Ce que vous obtenez, ce que cela coûte, ce qui n’est pas permis et ce qui arrive en cas de panne.',
    lead: 'Les règles de ce service, en mots simples.',
    sections: (operator) => [
      {
        title: 'Ce que vous obtenez',
        text: [
          'Un serveur GPU avec le matériel de la taille choisie, tant qu’il est payé. Les serveurs à la demande sont à vous jusqu’à ce que vous y mettiez fin ; les serveurs spot peuvent être interrompus à tout moment sans préavis.',
        ],
      },
      {
        title: 'Ce que cela coûte',
        text: [
          'Le prix affiché au déploiement, avant taxes, pour chaque heure entamée d’un serveur à l’heure, à même un crédit acheté d’avance. Les périodes d’un mois ou d’un an sont débitées d’avance de votre carte. Elles ne se renouvellent automatiquement que si vous l’avez choisi, jusqu’à ce que vous y renonciez.',
          'Un serveur arrêté est facturé, un serveur en hibernation ne l’est pas. Quand un serveur est perdu par notre faute, le reste de l’heure est remboursé.',
          'Un nouveau prix s’applique aux heures qui commencent après son entrée en vigueur ; une période garde le prix auquel elle a été payée.',
        ],
      },
      {
        title: 'Crédit',
        text: [
          'Le crédit est prépayé, en dollars canadiens. Quand il ne couvre pas l’heure suivante, ou que l’un de vos budgets serait dépassé, les serveurs hibernent et gardent leur disque système.',
          'Quand vous fermez un compte, le crédit restant est remboursé sur la carte qui l’a payé. Le crédit promotionnel n’est pas remboursé.',
        ],
      },
      {
        title: 'Vos données',
        text: [
          'Vous êtes responsable des copies de ce que vous ne pouvez pas perdre. Les disques de travail ne sont pas sauvegardés. Un serveur supprimé et ses sauvegardes ne peuvent pas être récupérés.',
        ],
      },
      {
        title: 'Vos responsabilités',
        text: [
          'Gardez vos clés et mots de passe pour vous. N’utilisez pas les serveurs pour attaquer autrui, envoyer des courriels non sollicités ou faire ce que la loi interdit. Nous pouvons suspendre un compte qui le fait ; nous vous dirons pourquoi.',
        ],
      },
      {
        title: 'En cas de panne',
        text: [
          `Le matériel tombe en panne. Nous remboursons le temps payé et non fourni, et indiquons sur la page d’état ce que nous constatons. Pour le reste, ${contact(operator)}.`,
        ],
      },
      {
        title: 'Modifications',
        text: [
          'Les modifications de ces conditions sont annoncées avant de s’appliquer. Le droit du lieu où l’exploitant est établi s’applique.',
        ],
      },
    ],
  },
  sla: {
    title: 'Entente de niveau de service',
    description: 'Ce sur quoi vous pouvez compter, ce qui est remboursé sans que vous le demandiez, et ce qui n’est pas promis.',
    lead: 'Ce sur quoi vous pouvez compter, et ce qui se fait automatiquement en cas de panne. Le texte décrit ce que le logiciel fait réellement.',
    sections: (operator) => [
      {
        title: 'Un serveur qui ne peut être créé',
        text: [
          'Un serveur à l’heure qui ne peut être créé est remboursé en entier, sans que vous le demandiez. La facturation ne commence que lorsque le serveur est ACTIVE. Une période dont le serveur ne peut être créé est remboursée sur la carte qui l’a payée.',
        ],
      },
      {
        title: 'Un serveur perdu',
        text: [
          'Quand son hôte ou notre plateforme tombe en panne, un serveur passe à ERROR en une minute environ. Dès lors, aucune heure n’est facturée, et ce qui reste de l’heure payée revient en crédit, sans que vous le demandiez. Le serveur redémarre automatiquement dès le retour de son hôte.',
          `Pour une période d’un mois ou d’un an, ${contact(operator)} dans les 30 jours : nous remboursons en crédit la partie perdue de la période.`,
        ],
      },
      {
        title: 'Disponibilité',
        text: [
          'Nous n’annonçons aucun pourcentage. Un pourcentage pardonne les premières heures d’une panne ; ici, chaque heure payée et non fournie est remboursée, dès la première. La page d’état montre chacun des 90 derniers jours, composant par composant.',
        ],
      },
      {
        title: 'Maintenance prévue',
        text: [
          'La maintenance que vous pouvez remarquer est annoncée sur la page d’état et dans la console avant de commencer. Quand nous devons vider un hôte, ses serveurs sont déplacés avec leur disque système ; leur journal d’activité dit quand et pourquoi.',
        ],
      },
      {
        title: 'Facturation',
        text: [
          'Chaque heure est facturée une seule fois, au prix en vigueur à son début. Un budget n’est jamais dépassé, pas même d’un cent. Un montant vous étonne ? Une personne vous l’explique, ligne par ligne.',
        ],
      },
      {
        title: 'Ce qui n’est pas promis',
        text: [
          'Les serveurs spot peuvent être interrompus en tout temps ; le reste de l’heure est remboursé. Un disque de travail peut être perdu avec son hôte, à l’hibernation et lors d’un déplacement. Un disque sans sauvegarde n’a pas de copie. Ce que fait votre propre logiciel, les réseaux qui ne sont pas les nôtres et ce que vous éteignez ou supprimez vous-même ne sont pas couverts.',
        ],
      },
    ],
  },
};
