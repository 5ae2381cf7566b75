import type { en } from '../en/terms-gate.ts';

export const fr: typeof en = {
  title: 'Nos conditions ont changé',
  about: 'Lisez-les, puis acceptez-les pour continuer. Vos serveurs, vos clés API et vos agents continuent de fonctionner entre-temps.',
  terms: 'Conditions d’utilisation',
  privacy: 'Politique de confidentialité',
  version: (day) => `En vigueur depuis le ${day}`,
  agree: 'J’accepte les Conditions d’utilisation et la Politique de confidentialité',
  goOn: 'Accepter et continuer',
  signOut: 'Se déconnecter',
  needsTick: 'Cochez la case pour accepter.',
};
