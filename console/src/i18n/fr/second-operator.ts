import type { en } from '../en/second-operator.ts';

export const fr: typeof en = {
  asks: 'Rien n’est encore fait : un autre exploitant doit l’approuver, sous Approbations.',
  noteMoney: (left) => `Vous pouvez encore déplacer ${left} aujourd’hui. Au-delà, un second exploitant doit approuver.`,
  notePrice: (percent) => `Un prix à plus de ${percent} de celui d’aujourd’hui exige un second exploitant.`,
  noteBudget: (alone) => `Relever les limites de plus de ${alone} en un jour, ou en lever une, exige un second exploitant.`,
  noteNobody: 'Personne d’autre ne peut encore l’approuver : ajoutez un exploitant, ou approuvez avec la commande de l’exploitant.',
};
