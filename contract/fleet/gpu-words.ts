import type { GpuReason, GpuState, HardwareCause } from './gpus.ts';
import type { Told } from '../words/language.ts';

export const gpuStateWords = {
  ok: { en: 'ok', fr: 'en vente' },
  suspect: { en: 'suspect', fr: 'à vérifier' },
  quarantined: { en: 'quarantined', fr: 'en quarantaine' },
  removed: { en: 'removed', fr: 'retiré' },
} as const satisfies Record<GpuState, Told>;

const causes = {
  gpu: { en: 'it could not be given its GPUs', fr: 'ses GPU n’ont pas pu lui être donnés' },
  no_capacity: {
    en: 'the host had no room for it, or it saw other GPUs than were sold with it; the log says which',
    fr: 'l’hôte n’avait pas de place pour elle, ou elle voyait d’autres GPU que ceux vendus avec elle ; le journal dit lequel des deux',
  },
  unknown: { en: 'the log says why', fr: 'le journal dit pourquoi' },
} as const satisfies Record<HardwareCause, Told>;

/** Why a GPU is not sold, for operators. An operator's own note stays as written. */
export function gpuReasonWords(reason: GpuReason): Told {
  switch (reason.type) {
    case 'machine_failed':
      return {
        en: `The machine of ${reason.serverId} did not start on it: ${causes[reason.cause].en}.`,
        fr: `La machine de ${reason.serverId} n’y a pas démarré : ${causes[reason.cause].fr}.`,
      };
    case 'xid':
      return { en: `The driver reported Xid ${reason.code}.`, fr: `Le pilote a signalé Xid ${reason.code}.` };
    case 'ecc':
      return {
        en: `Uncorrectable memory errors (ECC): ${reason.errors}.`,
        fr: `Erreurs de mémoire non corrigibles (ECC) : ${reason.errors}.`,
      };
    case 'row_remap':
      return {
        en: 'A broken row of its memory could not be replaced by a spare one.',
        fr: 'Une rangée défectueuse de sa mémoire n’a pas pu être remplacée par une rangée de réserve.',
      };
    case 'bus':
      return {
        en: `Transfers over PCIe had to be repeated ${reason.replaysPerMinute} times a minute.`,
        fr: `Des transferts PCIe ont dû être répétés ${reason.replaysPerMinute} fois par minute.`,
      };
    case 'missing':
      return {
        en: `The engine finds no ${reason.device} on the host.`,
        fr: `Le moteur ne trouve pas ${reason.device} sur l’hôte.`,
      };
    case 'by_hand':
      return { en: reason.note, fr: reason.note };
  }
}
