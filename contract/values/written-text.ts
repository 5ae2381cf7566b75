import { z } from 'zod';
import type { Told } from '../words/language.ts';
import { schemaSentences } from './schema-sentences.ts';
import { isVisible, visibleText } from './visible-text.ts';

/** A line that somebody types, with a sentence that says what to type when it is empty: trimmed, all characters visible. */
export const lineText = (empty: Told, max = 100) =>
  z
    .string()
    .trim()
    .min(1, empty.en)
    .max(max)
    // What the OpenAPI document can express of it.
    .regex(/^\P{Cc}*$/u, { error: schemaSentences.unseenCharacters.en, abort: true })
    .refine(isVisible, schemaSentences.unseenCharacters.en);

export const NameText = lineText(schemaSentences.name);
/** Why somebody does something to others, who will read it. */
export const ReasonText = lineText(schemaSentences.reason, 300);

const MESSAGE_MAX = 10_000;

/** What a person writes, or pastes from a program: lines and tabs are kept, invisible characters removed. */
export const MessageText = z
  .string()
  .overwrite(visibleText)
  .trim()
  .min(1, schemaSentences.message.en)
  .max(MESSAGE_MAX)
  .meta({ example: 'The server does not answer by SSH since this morning.' });
