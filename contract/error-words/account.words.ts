import { notClosable, notErasable } from '../account/closing-sentences.ts';
import { signInErrors } from '../people/sign-in.ts';
import type { ErrorWords } from './told-error.ts';

/** What an account allows: suspended and closed accounts, and their members. */
export const accountWords = {
  ACCOUNT_SUSPENDED: () => ({
    en: 'This account is suspended: it can read, stop and delete, but not spend or start anything. Nothing was charged. Contact support to have it reactivated.',
    fr: 'Ce compte est suspendu : il peut lire, arrêter et supprimer, mais ni dépenser ni démarrer quoi que ce soit. Rien n’a été facturé. Écrivez au soutien pour le faire réactiver.',
  }),
  ACCOUNT_CLOSED: () => ({
    en: 'This account is closed. It can be viewed but not changed.',
    fr: 'Ce compte est fermé. Il peut être consulté, mais pas modifié.',
  }),
  ACCOUNT_NOT_CLOSABLE: ({ blockers }) => notClosable(blockers),
  ACCOUNT_NOT_ERASABLE: ({ blockers }) => notErasable(blockers),
  STILL_MEMBER: ({ accounts, of }) =>
    of === 'house'
      ? {
          en: 'You operate this service. Ask another operator to end your role first, then try again.',
          fr: 'Vous exploitez ce service. Demandez d’abord à un autre exploitant de mettre fin à votre rôle, puis réessayez.',
        }
      : {
          en: `You still belong to ${accounts.join(', ')}. Leave or close it first, then try again.`,
          fr: `Vous faites encore partie de ${accounts.join(', ')}. Quittez ou fermez d’abord ce compte, puis réessayez.`,
        },
  LAST_WAY_IN: () => signInErrors.LAST_WAY_IN,
  LAST_OWNER: ({ of }) =>
    of === 'house'
      ? {
          en: 'The operators always include an owner. Make another operator an owner first.',
          fr: 'Les exploitants comptent toujours un propriétaire. Donnez d’abord ce rôle à un autre exploitant.',
        }
      : {
          en: 'An account always has an owner. Make another member an owner first.',
          fr: 'Un compte a toujours un propriétaire. Donnez d’abord ce rôle à un autre membre.',
        },
  INVITATION_EXPIRED: () => ({
    en: 'This invitation has expired. Ask for a new one.',
    fr: 'Cette invitation a expiré. Demandez-en une nouvelle.',
  }),
} as const satisfies Partial<ErrorWords>;
