import { z } from 'zod';
import { schemaSentences } from './schema-sentences.ts';

/** What each prefix of an id stands for. Ids are opaque and sort by creation time. */
export const idPrefixes = {
  account: 'acc',
  user: 'usr',
  key: 'key',
  sshKey: 'ssh',
  server: 'srv',
  environment: 'env',
  pool: 'pool',
  host: 'host',
  backup: 'bkp',
  transaction: 'txn',
  event: 'evt',
  card: 'card',
  payment: 'pay',
  refund: 'rfd',
  order: 'ord',
  invoice: 'inv',
  ticket: 'tkt',
  message: 'msg',
  invitation: 'ivt',
  mail: 'mail',
  notice: 'ntc',
  audit: 'aud',
  quote: 'quo',
  approval: 'apr',
  agentCall: 'call',
  operatorRequest: 'crq',
  stockAlert: 'sta',
  incident: 'inc',
  incidentUpdate: 'upd',
  subscriber: 'sub',
} as const;

export type Noun = keyof typeof idPrefixes;

/** An id in a path or a body: any short, printable text; an unknown one is simply not found. */
export const IdText = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[A-Za-z0-9_.-]+$/, schemaSentences.malformedId.en);
