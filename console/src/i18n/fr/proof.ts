import type { en } from '../en/proof.ts';

export const fr: typeof en = {
  title: 'Confirmez que c’est vous',
  about: 'Cette action modifie l’accès à votre compte. Confirmez que c’est bien vous pour continuer.',
  password: 'Votre mot de passe',
  code: 'Code de votre application d’authentification',
  useCode: 'Utiliser un code de votre application',
  usePassword: 'Utiliser votre mot de passe',
  usePasskey: 'Utiliser une clé d’accès',
  elsewhere: 'Après la confirmation sur l’autre site, vous revenez à cette page. Refaites alors l’opération.',
  confirm: 'Confirmer',
};
