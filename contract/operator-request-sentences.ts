/** Why a request that needs a second operator cannot be decided any more. */
export const notWaiting = {
  en: {
    approved: 'Another operator has approved this already. Nothing was done a second time.',
    declined: 'This request has been declined. Nothing was done; make a new one if it is still wanted.',
    expired: 'This request has expired. Nothing was done; make a new one if it is still wanted.',
  },
  fr: {
    approved: 'Un autre exploitant l’a déjà approuvé. Rien n’a été fait une seconde fois.',
    declined: 'Cette demande a été refusée. Rien n’a été fait ; faites-en une nouvelle si elle est encore souhaitée.',
    expired: 'Cette demande a expiré. Rien n’a été fait ; faites-en une nouvelle si elle est encore souhaitée.',
  },
} as const;

/** Why what was asked for is not what would be done now. */
export const outdated = {
  en: {
    price: 'The price has changed since this was asked for. Nothing was done: decline it, and ask again from today’s price.',
    budget: 'The limits have changed since this was asked for. Nothing was done: decline it, and ask again from today’s limits.',
    asker: 'Whoever asked for this may not do it any more. Nothing was done: decline it.',
  },
  fr: {
    price: 'Le prix a changé depuis cette demande. Rien n’a été fait : refusez-la, puis refaites-la à partir du prix actuel.',
    budget: 'Les limites ont changé depuis cette demande. Rien n’a été fait : refusez-la, puis refaites-la à partir des limites actuelles.',
    asker: 'La personne qui l’a demandé n’en a plus le droit. Rien n’a été fait : refusez la demande.',
  },
} as const;
