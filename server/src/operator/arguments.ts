import { EmailText } from '@boreal/contract/people/members.ts';
import { parseCad } from '@boreal/contract/values/money.ts';
import { readValue } from '@boreal/contract/values/read-value.ts';
import { MessageText, NameText, ReasonText } from '@boreal/contract/values/written-text.ts';
import { InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { LIST_MAX } from '../core/ground/page.ts';

/** An amount of CAD above zero, as micro-CAD. */
export function parseAmount(text: string): bigint {
  const micros = parseCad(text);
  if (micros === null || micros <= 0n) throw new InvalidArgumentError('Write an amount of CAD above zero, such as 25 or 3.99.');
  return micros;
}

/** A limit in CAD, zero included, or `none`. Wrapped, because commander treats null as an omitted option. */
export function parseBudget(text: string): { micros: bigint | null } {
  const micros = text === 'none' ? null : parseCad(text);
  if (text !== 'none' && (micros === null || micros < 0n)) throw new InvalidArgumentError('Write an amount of CAD such as 200, or none.');
  return { micros };
}

/** A time with its offset from UTC, because an operator and a server may be in different time zones. */
export function parseMoment(text: string): Date {
  if (!z.iso.datetime({ offset: true }).safeParse(text).success) {
    throw new InvalidArgumentError('Write a moment such as 2026-04-01T00:00:00Z or 2026-04-01T00:00:00-04:00.');
  }
  return new Date(text);
}

/** A calendar day. */
export function parseDay(text: string): string {
  if (!z.iso.date().safeParse(text).success) throw new InvalidArgumentError('Write a day such as 2026-04-30.');
  return text;
}

/** A person's printable text, at most a hundred characters. */
export function parseText(text: string): string {
  return parseAs(NameText, text);
}

/** `10de:2684,10de:2685`: comma-separated values. */
export function parseList(text: string): readonly string[] {
  return text.split(',').map((part) => part.trim());
}

/** `cuda,docker`: comma-separated words. */
export function parseWords(text: string): readonly string[] {
  const words = parseList(text);
  if (words.some((word) => !/^[a-z0-9][a-z0-9.+-]*$/i.test(word)))
    throw new InvalidArgumentError('Give words with commas between them, such as cuda,docker.');
  return words;
}

/** A message from one person to another: line breaks are kept. */
export function parseMessage(text: string): string {
  return parseAs(MessageText, text);
}

export function parseEmail(text: string): string {
  const parsed = EmailText.safeParse(text);
  if (!parsed.success) throw new InvalidArgumentError('Write an e-mail address such as dev@example.com.');
  return parsed.data;
}

/** The idempotency key of a movement, so that a script may run twice. */
export function parseKey(text: string): string {
  if (!/^[\x21-\x7e]{1,100}$/.test(text)) throw new InvalidArgumentError('A key has 1 to 100 letters, digits or signs, without spaces.');
  return text;
}

export function parseYesNo(text: string): boolean {
  if (text !== 'yes' && text !== 'no') throw new InvalidArgumentError('Write yes or no.');
  return text === 'yes';
}

export function parseLimit(text: string): number {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > LIST_MAX) throw new InvalidArgumentError(`Write a whole number from 1 to ${LIST_MAX}.`);
  return limit;
}

/** How many GPUs a host has. */
export function parseGpuCount(text: string): number {
  const gpus = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (gpus < 1) throw new InvalidArgumentError('Write how many GPUs the host has, such as 8.');
  return gpus;
}

/** A position in an order, from 0. */
export function parsePlace(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError('Write its place as a number from 0, such as 2.');
  return Number(text);
}

/** A number of things. */
export function parseCount(text: string): number {
  if (!/^\d{1,7}$/.test(text)) throw new InvalidArgumentError('Write a whole number, such as 8.');
  return Number(text);
}

/** A GPU's slot on its host. */
export function parseSlot(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError('Write the number of the slot, such as 3.');
  return Number(text);
}

/** A reason, for those who read it later. */
export function parseReason(text: string): string {
  return parseAs(ReasonText, text);
}

/** A size in whole gigabytes. */
export function parseSizeGb(text: string): number {
  const size = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (size < 1) throw new InvalidArgumentError('Write a size in whole GB, such as 14.');
  return size;
}

/** A factor for selling something more than once. */
export function parseFactor(text: string): number {
  const factor = /^\d{1,4}(\.\d{1,2})?$/.test(text) ? Number(text) : 0;
  if (factor <= 0) throw new InvalidArgumentError('Write a number above zero, such as 1 or 1.5.');
  return factor;
}

/** How much to reserve, in cores or gigabytes. */
export function parseReserve(text: string): number {
  if (!/^\d{1,7}$/.test(text)) throw new InvalidArgumentError('Write a whole number, such as 16.');
  return Number(text);
}

/** Options that may be repeated. */
export function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/** Phrases errors as forms do: a validator's own words mean nothing to the person who typed the text. */
function parseAs(schema: z.ZodType<string>, text: string): string {
  const read = readValue(schema, text);
  if (!read.success) throw new InvalidArgumentError(read.issues[0]?.message.en ?? 'This text cannot be used.');
  return read.data;
}
