import type { Sentences } from '../language.ts';

/** Hosts, pools and addresses that operators add. */
export const capacitySentences = {
  gpuCount: (max: number) => ({ en: `A host has 1 to ${max} GPUs.`, fr: `Un hôte a de 1 à ${max} GPU.` }),
  gpuNamedTwice: { en: 'A GPU is named twice.', fr: 'Un GPU est nommé deux fois.' },
  hostNameTaken: (name: string) => ({
    en: `There is a host named ${name} already. A host is in one pool only.`,
    fr: `Il y a déjà un hôte nommé ${name}. Un hôte est dans un seul groupe.`,
  }),
  noSuchModel: { en: 'There is no such GPU model in the catalog.', fr: "Ce modèle de GPU n'est pas au catalogue." },
  poolNameTaken: (name: string) => ({
    en: `There is a pool named ${name} already. Take another name.`,
    fr: `Il y a déjà un groupe nommé ${name}. Prenez un autre nom.`,
  }),
  addressRange: (max: number) => ({
    en: `Write addresses such as 203.0.113.16-203.0.113.30 or 203.0.113.0/28, ${max} at most.`,
    fr: `Écrivez des adresses comme 203.0.113.16-203.0.113.30 ou 203.0.113.0/28, ${max} au plus.`,
  }),
} as const satisfies Sentences;
