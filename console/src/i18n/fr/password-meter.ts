import type { en } from '../en/password-meter.ts';

export const fr: typeof en = {
  label: 'Robustesse du mot de passe',
  strengths: {
    weak: 'Facile à deviner. Ajoutez des mots sans rapport entre eux.',
    personal: 'Trop proche de votre nom ou de votre adresse.',
    good: 'Bon.',
    strong: 'Robuste.',
  },
};
