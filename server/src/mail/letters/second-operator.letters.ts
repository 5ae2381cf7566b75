import type { Language } from '@boreal/contract/words/language.ts';
import { deedInWords } from '@boreal/contract/operator/deed-words.ts';
import type { OperatorDeed } from '@boreal/contract/operator/deeds.ts';
import { phrases } from '@boreal/contract/words/phrases.ts';
import { letter } from '../letter.ts';

const inWords = (deed: OperatorDeed, language: Language) => deedInWords(deed, { language, cad: phrases[language].cadNumber });
const quoteOf = (deed: OperatorDeed) => ('reason' in deed ? { quote: deed.reason } : {});
const accountOf = (deed: OperatorDeed, name: string): [string, string][] => (deed.accountId === null ? [] : [[name, deed.accountId]]);

/** What needs two operators: to those who may approve it, and back to the operator who asked. */
export const secondOperatorLetters = {
  second_operator_asked: letter('second_operator_asked', {
    en: ({ data, links, say }) => ({
      subject: `To approve: ${inWords(data.deed, 'en')}`,
      paragraphs: [
        `${data.askedBy ?? 'Someone with the operator’s command'} asked for something that needs a second approval. Nothing is done until another operator approves it.`,
        `If nobody does, the request expires on ${say.time(data.expiresAt)}.`,
      ],
      ...quoteOf(data.deed),
      facts: [['What', inWords(data.deed, 'en')], ...accountOf(data.deed, 'Account'), ['Request', data.requestId]],
      action: { label: 'Approve or decline', url: links.operatorApprovals },
    }),
    fr: ({ data, links, say }) => ({
      subject: `À approuver : ${inWords(data.deed, 'fr')}`,
      paragraphs: [
        `${data.askedBy ?? 'Quelqu’un, avec la commande de l’exploitant,'} demande quelque chose qui exige une seconde approbation. Rien n’est fait tant qu’un autre exploitant ne l’a pas approuvé.`,
        `Sans décision, la demande expire le ${say.time(data.expiresAt)}.`,
      ],
      ...quoteOf(data.deed),
      facts: [['Quoi', inWords(data.deed, 'fr')], ...accountOf(data.deed, 'Compte'), ['Demande', data.requestId]],
      action: { label: 'Approuver ou refuser', url: links.operatorApprovals },
    }),
  }),

  second_operator_decided: letter('second_operator_decided', {
    en: ({ data, links }) => ({
      subject: `${{ approved: 'Approved', declined: 'Declined', expired: 'Expired' }[data.decision]}: ${inWords(data.deed, 'en')}`,
      paragraphs: [
        {
          approved: `${data.by ?? 'Another operator'} approved your request, and it is done.`,
          declined: `${data.by ?? 'Another operator'} declined your request. Nothing was done.`,
          expired: 'Nobody decided on your request in time. Nothing was done; ask again if you still need it.',
        }[data.decision],
      ],
      ...quoteOf(data.deed),
      facts: [...accountOf(data.deed, 'Account'), ['Request', data.requestId]],
      action: { label: 'See the requests', url: links.operatorApprovals },
    }),
    fr: ({ data, links }) => ({
      subject: `${{ approved: 'Approuvé', declined: 'Refusé', expired: 'Expiré' }[data.decision]} : ${inWords(data.deed, 'fr')}`,
      paragraphs: [
        {
          approved: `${data.by ?? 'Un autre exploitant'} a approuvé votre demande, et c’est fait.`,
          declined: `${data.by ?? 'Un autre exploitant'} a refusé votre demande. Rien n’a été fait.`,
          expired: 'Personne n’a décidé de votre demande à temps. Rien n’a été fait ; refaites-la au besoin.',
        }[data.decision],
      ],
      ...quoteOf(data.deed),
      facts: [...accountOf(data.deed, 'Compte'), ['Demande', data.requestId]],
      action: { label: 'Voir les demandes', url: links.operatorApprovals },
    }),
  }),
} as const;
