import type { en } from '../en/standing.ts';

export const fr: typeof en = {
  suspendedTitle: 'Ce compte est suspendu',
  suspendedText:
    'Vous pouvez tout lire, arrêter et supprimer des serveurs, et écrire au soutien. Rien ne peut être acheté, déployé ni démarré. La raison est dans le courriel que nous vous avons envoyé.',
  closedTitle: (date: string) => `Ce compte a été fermé le ${date}`,
  closedText: 'Vous pouvez le consulter et télécharger ses factures. Rien n’y peut être modifié, et ses clés ne fonctionnent plus.',
};
