import type { en } from '../en/remove-me.ts';

export const fr: typeof en = {
  title: 'Supprimer votre identité de connexion',
  about:
    'Votre nom, votre adresse de courriel, votre mot de passe, vos clés d’accès et vos sessions sont effacés ; vous ne pouvez plus vous connecter ni consulter de compte fermé. Ce que vous avez fait dans les comptes d’autres personnes reste dans leurs registres. Votre adresse peut ensuite servir à une nouvelle inscription.',
  belongs: (accounts: string) => `Vous faites encore partie de ${accounts}. Quittez ou fermez d’abord ce compte.`,
  remove: 'Supprimer mon identité de connexion',
  confirmTitle: 'Supprimer définitivement votre identité de connexion ?',
  confirmText: 'Vous êtes déconnecté partout, et c’est irréversible. Téléchargez d’abord les factures dont vous avez encore besoin.',
};
