import { z } from 'zod';
import type { Told } from '../words/language.ts';
import { schemaSentences } from './schema-sentences.ts';
import { isVisible, visibleText } from './visible-text.ts';

/** A typed line, trimmed, with all characters visible; `empty` is the sentence shown when it is empty. */
export const lineText = (empty: Told, max = 100) =>
  z
    .string()
    .trim()
    .min(1, empty.en)
    .max(max)
    // The part that the OpenAPI document can express.
    .regex(/^\P{Cc}*$/u, { error: schemaSentences.unseenCharacters.en, abort: true })
    .refine(isVisible, schemaSentences.unseenCharacters.en);

export const NameText = lineText(schemaSentences.name);
/** Why a person acts on someone else, who will read the reason. */
export const ReasonText = lineText(schemaSentences.reason, 300);

const MESSAGE_MAX = 10_000;

/** What a person writes or pastes: lines and tabs are kept, invisible characters removed. */
export const MessageText = z
  .string()
  .overwrite(visibleText)
  .trim()
  .min(1, schemaSentences.message.en)
  .max(MESSAGE_MAX)
  .meta({ example: 'The server does not answer by SSH since this morning.' });
