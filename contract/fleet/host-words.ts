import type { HostRefusal, HostSilence, HostStateWhy, RefusalCause } from './hosts.ts';
import type { Told } from '../words/language.ts';
import { joined } from '../server-event-words/told.ts';

/** Why nothing is placed on a host, and what to do about it, for operators. */
export const hostSilenceWords = {
  no_answer: {
    en: 'The host does not answer its engine. Its servers show ERROR and are not billed until it does.',
    fr: 'L’hôte ne répond pas à son moteur. Ses serveurs affichent ERROR et ne sont pas facturés jusqu’à ce qu’il réponde.',
  },
  unknown_host: {
    en: 'The engine has no host of this name. See its hosts with “engine hosts”.',
    fr: 'Le moteur n’a pas d’hôte de ce nom. Voyez ses hôtes avec « engine hosts ».',
  },
  engine_no_answer: {
    en: 'The engine does not answer at all. Its servers show ERROR and are not billed until it does. “engine check” says what to look at.',
    fr: 'Le moteur ne répond plus du tout. Ses serveurs affichent ERROR et ne sont pas facturés jusqu’à ce qu’il réponde. « engine check » dit quoi vérifier.',
  },
  engine_no_service: {
    en: 'Something answers in place of the engine, or the engine refuses to serve Boreal. Its servers run on and are billed. “engine check” says what to do.',
    fr: 'Autre chose répond à la place du moteur, ou il refuse de servir Boreal. Ses serveurs continuent et sont facturés. « engine check » dit quoi faire.',
  },
  engine_not_asked: {
    en: 'Boreal cannot reach the network or find the engine’s name. Its servers are taken to run on and are billed. “engine check” says what to look at.',
    fr: 'Boreal n’a pas de réseau, ou ne trouve pas le nom du moteur. Ses serveurs sont censés continuer et sont facturés. « engine check » dit quoi vérifier.',
  },
  engine_fenced: {
    en: 'Another Boreal drives this engine: the database here is an older copy, or was taken over from. Nothing is done on the engine, and nothing is billed. “engine check” says what to do.',
    fr: 'Un autre Boreal pilote ce moteur : la base de données d’ici est une copie plus ancienne, ou un autre a pris la relève. Rien n’est fait sur le moteur ni facturé. « engine check » dit quoi faire.',
  },
  unchecked: {
    en: 'Boreal started while the engine was down, and has yet to check that its machines are safe to rent out.',
    fr: 'Boreal a démarré pendant que le moteur était en panne, et n’a pas encore vérifié que ses machines peuvent être louées sans danger.',
  },
  unsafe: {
    en: 'Its machines are not safe to rent out to strangers. “engine check” says why.',
    fr: 'Ses machines ne peuvent pas être louées à des inconnus sans danger. « engine check » dit pourquoi.',
  },
  closed: {
    en: 'The engine places no new machines on it: it was disabled or evacuated there. Its servers run on. It sells again once the engine opens it.',
    fr: 'Le moteur n’y place plus de machines : l’hôte y a été désactivé ou évacué. Ses serveurs continuent. Il est remis en vente dès que le moteur le rouvre.',
  },
} as const satisfies Record<HostSilence, Told>;

/** What else keeps servers off a host, or stuck on it, for operators. */
export const hostHindranceWords = {
  refuses: (of: HostRefusal) => joined(mostMade(of), ...whyRefused(of)),
  stays: {
    en: 'Its engine cannot move machines: its servers stay until they are deleted, or hibernated and resumed, which puts them on another host.',
    fr: 'Son moteur ne peut pas déplacer de machines : ses serveurs restent jusqu’à ce qu’ils soient supprimés, ou mis en hibernation puis repris, ce qui les place sur un autre hôte.',
  },
} as const satisfies Record<string, Told | ((of: HostRefusal) => Told)>;

function mostMade({ gpus, gpuModel }: HostRefusal): Told {
  if (gpus === 0)
    return {
      en: `Its engine has no room there for another machine with ${gpuModel}; Boreal asks it every minute.`,
      fr: `Son moteur n’y a plus de place pour une machine avec ${gpuModel} ; Boreal lui redemande chaque minute.`,
    };
  return {
    en: `Its engine makes no machine with more than ${gpus} ${gpus === 1 ? 'GPU' : 'GPUs'} of ${gpuModel} there for now; Boreal asks it every minute.`,
    fr: `Son moteur n’y crée pour l’instant aucune machine de plus de ${gpus} GPU ${gpuModel} ; Boreal lui redemande chaque minute.`,
  };
}

const refusalWords = {
  no_capacity: {
    en: 'It refused the last one because none of its hosts could take it.',
    fr: 'Il a refusé la dernière parce qu’aucun de ses hôtes ne pouvait la prendre.',
  },
  quota: {
    en: 'It refused the last one because a quota is used up: have it raised.',
    fr: 'Il a refusé la dernière parce qu’un quota est épuisé : faites-le augmenter.',
  },
} as const satisfies Record<RefusalCause, Told>;

function whyRefused({ cause, words }: HostRefusal): Told[] {
  if (cause === null) return [];
  return [refusalWords[cause], ...(words === null ? [] : [{ en: `It said: “${words}”`, fr: `Il a dit : « ${words} »` }])];
}

/** Who set a host's state, for operators. */
export const hostStateWords = {
  by_hand: { en: 'by an operator', fr: 'par un exploitant' },
  machines_failed: {
    en: 'because machines kept failing on it; accept it again once it works',
    fr: 'parce que des machines y échouaient sans cesse ; acceptez-le de nouveau quand il fonctionnera',
  },
} as const satisfies Record<HostStateWhy, Told>;
