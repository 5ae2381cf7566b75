import type { en } from '../en/operator-incidents.ts';

export const fr: typeof en = {
  title: 'Incidents',
  about:
    'Ce que les clients voient des incidents, de la maintenance prévue et des annonces, au-dessus de leurs pages et sur la page d’état.',
  open: 'Signaler un incident',
  plan: 'Annoncer une maintenance',
  announce: 'Publier une annonce',
  openAbout: 'Les clients le voient immédiatement, dans leur langue. Écrivez les deux.',
  planAbout:
    'Les clients le voient dès maintenant sur la page d’état, et une semaine avant au-dessus de leurs pages. Écrivez les deux langues.',
  announceAbout:
    'Du nouveau : un GPU, un prix ou d’autres conditions. Les clients le voient au-dessus de leurs pages et sur la page d’état, où rien ne paraît en panne. Écrivez les deux langues.',
  announceAction: 'Publier',
  announceHint: 'Ce qui est nouveau, à partir de quand, et ce que cela change pour les clients.',
  announceFromHint: 'Laissez vide pour l’afficher maintenant.',
  announceMailHint: 'Les abonnés n’attendent que les annonces importantes : n’envoyez que ce qu’ils doivent savoir.',
  announcedLater: 'Les clients la verront à partir du moment choisi.',
  until: 'Jusqu’au',
  untilHint: 'Laissez vide pour l’afficher jusqu’à ce que vous y mettiez fin.',
  shownUntil: (when) => `affichée jusqu’au ${when}`,
  end: 'Mettre fin',
  endTitle: 'Mettre fin à cette annonce ?',
  endText: 'Les clients ne la voient plus. Vous ne pourrez pas l’afficher de nouveau.',
  announcementEnded: 'L’annonce est terminée.',
  none: 'Rien de signalé pour l’instant',
  noneText: 'Signalez un incident dès que des clients remarquent quelque chose, même si vous n’en connaissez pas la cause.',
  caption: 'Incidents, maintenances et annonces, les plus récents en premier',
  what: 'Objet',
  state: 'État',
  impact: 'Répercussions',
  components: 'Composants touchés',
  from: 'Début',
  to: 'Fin prévue',
  fromHint: 'Laissez vide pour commencer maintenant.',
  over: 'Fin',
  titleEn: 'Titre en anglais',
  titleFr: 'Titre en français',
  textEn: 'Message en anglais',
  textFr: 'Message en français',
  messageHint: 'Ce que les clients remarquent, ce que vous savez, ce qu’ils peuvent faire.',
  opened: 'Les clients ont été avertis.',
  updates: 'Mises à jour',
  update: 'Publier une mise à jour',
  send: 'Avertir les clients',
  updated: 'Les clients ont été avertis.',
  correct: 'Corriger',
  correctAbout: 'Change la description. Les mises à jour restent.',
  corrected: 'Corrigé.',
  mail: 'Envoyer un courriel aux abonnés',
  subscribers: (count) =>
    count === 0
      ? 'Personne ne reçoit encore ces nouvelles par courriel.'
      : count < 2
        ? `${count} adresse reçoit ces nouvelles par courriel.`
        : `${count} adresses reçoivent ces nouvelles par courriel.`,
};
