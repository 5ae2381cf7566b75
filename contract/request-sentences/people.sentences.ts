import type { Sentences } from '../words/language.ts';

/** Signing up, invitations and members. */
export const peopleSentences = {
  browserNotChecked: {
    en: 'Your browser has not finished its check. Reload the page and try again.',
    fr: 'Votre navigateur n’a pas terminé sa vérification. Rechargez la page et réessayez.',
  },
  invitedAnother: (email: string) => ({
    en: `This invitation is for ${email}. Sign in with that address, or ask for an invitation of your own.`,
    fr: `Cette invitation est destinée à ${email}. Connectez-vous avec cette adresse, ou demandez votre propre invitation.`,
  }),
  accountTooNew: (hours: number) => ({
    en: `A new account can invite people once it has added credit, or ${hours} hours after it was opened.`,
    fr: `Un nouveau compte peut inviter des personnes une fois qu’il a ajouté du crédit, ou ${hours} heures après son ouverture.`,
  }),
  addressInvitedOften: {
    en: 'This address has been invited several times today. Ask the person to check their email, or try again tomorrow.',
    fr: 'Cette adresse a été invitée plusieurs fois aujourd’hui. Demandez à la personne de consulter ses courriels, ou réessayez demain.',
  },
  tooManyInvitations: (max: number) => ({
    en: `An account sends at most ${max} invitations a day. Try again tomorrow.`,
    fr: `Un compte envoie au plus ${max} invitations par jour. Réessayez demain.`,
  }),
  memberAlready: {
    en: 'This person is already a member of the account. Change their role instead.',
    fr: 'Cette personne est déjà membre du compte. Changez plutôt son rôle.',
  },
  tooManyMembers: (max: number) => ({
    en: `An account has at most ${max} members and open invitations. Remove one first.`,
    fr: `Un compte a au plus ${max} membres et invitations en attente. Retirez-en d’abord.`,
  }),
  otherAccountName: {
    en: 'This is not the name of the account. Type it exactly as shown.',
    fr: 'Ce n’est pas le nom du compte. Saisissez-le exactement tel qu’il est affiché.',
  },
  otherAccountId: {
    en: 'This is not the ID of the account.',
    fr: 'Ce n’est pas l’identifiant du compte.',
  },
  otherOwnEmail: {
    en: 'This is not the address that you sign in with.',
    fr: 'Ce n’est pas l’adresse avec laquelle vous vous connectez.',
  },
} as const satisfies Sentences;
