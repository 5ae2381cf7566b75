import { z } from 'zod';
import { schemaSentences } from './schema-sentences.ts';
import { isVisible, visibleText } from './visible-text.ts';

/** A name, a label, a line of an address: trimmed, and each of its characters seen. The pattern is what the document can say of it. */
export const NameText = z
  .string()
  .trim()
  .min(1, schemaSentences.emptyName.en)
  .max(100)
  .regex(/^\P{Cc}*$/u, { error: schemaSentences.unseenCharacters.en, abort: true })
  .refine(isVisible, schemaSentences.unseenCharacters.en);

const MESSAGE_MAX = 10_000;

/** What a person writes, or pastes from a program: lines and tabs are kept, characters that nobody sees left out. */
export const MessageText = z
  .string()
  .overwrite(visibleText)
  .trim()
  .min(1, schemaSentences.emptyName.en)
  .max(MESSAGE_MAX)
  .meta({ example: 'The server does not answer by SSH since this morning.' });
