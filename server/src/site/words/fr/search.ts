import type * as english from '../en/search.ts';

export const search: typeof english.search = {
  title: 'Rechercher dans la documentation',
  description: 'Cherchez dans les guides, les opérations de l’API REST et les codes d’erreur.',
  lead: 'Guides, opérations de l’API REST et codes d’erreur.',
  label: 'Rechercher dans la documentation',
  submit: 'Rechercher',
  found: (count, question) => {
    if (count === 0) return `Aucun résultat pour « ${question} ».`;
    return count === 1 ? `1 résultat pour « ${question} ».` : `${count} résultats pour « ${question} ».`;
  },
  nothing: 'Essayez un autre mot, ou commencez par la',
};
