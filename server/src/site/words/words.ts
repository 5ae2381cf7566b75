import type { Locale } from '@boreal/contract/words/language.ts';
import * as calculatorEn from './en/calculator.ts';
import * as docsEn from './en/docs.ts';
import * as frameEn from './en/frame.ts';
import * as gpusEn from './en/gpus.ts';
import * as landingEn from './en/landing.ts';
import * as legalEn from './en/legal.ts';
import * as referenceEn from './en/reference.ts';
import * as searchEn from './en/search.ts';
import * as statusEn from './en/status.ts';
import * as subscriptionEn from './en/subscription.ts';
import * as calculatorFr from './fr/calculator.ts';
import * as docsFr from './fr/docs.ts';
import * as frameFr from './fr/frame.ts';
import * as gpusFr from './fr/gpus.ts';
import * as landingFr from './fr/landing.ts';
import * as legalFr from './fr/legal.ts';
import * as referenceFr from './fr/reference.ts';
import * as searchFr from './fr/search.ts';
import * as statusFr from './fr/status.ts';
import * as subscriptionFr from './fr/subscription.ts';

const en = {
  ...frameEn,
  ...landingEn,
  ...gpusEn,
  ...calculatorEn,
  ...statusEn,
  ...subscriptionEn,
  ...legalEn,
  ...referenceEn,
  ...docsEn,
  ...searchEn,
};

/** The pages' text. The compiler checks that both languages are complete. */
export type Words = typeof en;

export const words: Readonly<Record<Locale, Words>> = {
  en,
  fr: {
    ...frameFr,
    ...landingFr,
    ...gpusFr,
    ...calculatorFr,
    ...statusFr,
    ...subscriptionFr,
    ...legalFr,
    ...referenceFr,
    ...docsFr,
    ...searchFr,
  },
};
