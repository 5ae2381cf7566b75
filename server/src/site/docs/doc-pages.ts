import type { Locale } from '@boreal/contract/words/language.ts';
import type { WriteDoc } from './doc.ts';
import { agents as agentsEn } from './en/agents.ts';
import { billing as billingEn } from './en/billing.ts';
import { changes as changesEn } from './en/changes.ts';
import { cli as cliEn } from './en/cli.ts';
import { errors as errorsEn } from './en/errors.ts';
import { limits as limitsEn } from './en/limits.ts';
import { quickStart as quickStartEn } from './en/quick-start.ts';
import { run as runEn } from './en/run.ts';
import { sdk as sdkEn } from './en/sdk.ts';
import { servers as serversEn } from './en/servers.ts';
import { agents as agentsFr } from './fr/agents.ts';
import { billing as billingFr } from './fr/billing.ts';
import { changes as changesFr } from './fr/changes.ts';
import { cli as cliFr } from './fr/cli.ts';
import { errors as errorsFr } from './fr/errors.ts';
import { limits as limitsFr } from './fr/limits.ts';
import { quickStart as quickStartFr } from './fr/quick-start.ts';
import { run as runFr } from './fr/run.ts';
import { sdk as sdkFr } from './fr/sdk.ts';
import { servers as serversFr } from './fr/servers.ts';

export type WrittenPath = Exclude<DocPath, '/docs/api'>;
export type DocPath = (typeof docPaths)[number];

/** In reading order. The reference is generated from the OpenAPI document; the others are written. */
export const docPaths = [
  '/docs',
  '/docs/servers',
  '/docs/billing',
  '/docs/cli',
  '/docs/sdk',
  '/docs/agents',
  '/docs/api',
  '/docs/errors',
  '/docs/limits',
  '/docs/changes',
  '/docs/run',
] as const;

export const writtenDocs: Readonly<Record<WrittenPath, Readonly<Record<Locale, WriteDoc>>>> = {
  '/docs': { en: quickStartEn, fr: quickStartFr },
  '/docs/servers': { en: serversEn, fr: serversFr },
  '/docs/billing': { en: billingEn, fr: billingFr },
  '/docs/cli': { en: cliEn, fr: cliFr },
  '/docs/sdk': { en: sdkEn, fr: sdkFr },
  '/docs/agents': { en: agentsEn, fr: agentsFr },
  '/docs/errors': { en: errorsEn, fr: errorsFr },
  '/docs/limits': { en: limitsEn, fr: limitsFr },
  '/docs/changes': { en: changesEn, fr: changesFr },
  '/docs/run': { en: runEn, fr: runFr },
};
