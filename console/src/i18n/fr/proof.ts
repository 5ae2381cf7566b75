import type { en } from '../en/proof.ts';

export const fr: typeof en = {
  title: 'Confirmez que c’est vous',
  about: 'Ceci change qui peut entrer dans votre compte. Confirmez que c’est bien vous, et ce sera fait aussitôt.',
  password: 'Votre mot de passe',
  code: 'Code de votre application d’authentification',
  useCode: 'Utiliser un code de votre application',
  usePassword: 'Utiliser votre mot de passe',
  usePasskey: 'Utiliser une clé d’accès',
  elsewhere: 'Confirmer sur l’autre site vous ramène à cette page. Refaites ensuite ceci.',
  confirm: 'Confirmer',
};
