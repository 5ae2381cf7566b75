import { z } from 'zod';
import { schemaSentences } from '../values/schema-sentences.ts';
import { ServerLabel } from './labels.ts';
import { visibleText } from '../values/visible-text.ts';
import { lineText, NameText } from '../values/written-text.ts';

/** The most labels of one server, and the most characters of their parts and of a note. */
export const LABELS_MAX = 20;
export const LABEL_KEY_MAX = 40;
export const LABEL_VALUE_MAX = 60;
export const NOTE_MAX = 2000;

/** What a label is about: letters of any language, digits and a few signs, so that `key=value` reads one way only. */
export const LabelKey = z
  .string()
  .trim()
  .min(1, schemaSentences.labelKey.en)
  .max(LABEL_KEY_MAX)
  .regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N}._/-]*$/u, schemaSentences.labelKey.en)
  .overwrite((key) => key.normalize());

const LabelText = z.strictObject({
  key: LabelKey,
  value: lineText(schemaSentences.labelValue, LABEL_VALUE_MAX).overwrite((value) => value.normalize()),
});

/** A server's labels: each key once. */
export const LabelTexts = z
  .array(LabelText)
  .max(LABELS_MAX)
  .superRefine((labels, ctx) => {
    const seen = new Set<string>();
    for (const [place, { key }] of labels.entries()) {
      if (seen.has(key)) ctx.addIssue({ code: 'custom', path: [place, 'key'], message: schemaSentences.labelTwice.en });
      seen.add(key);
    }
  });

/** How people tell their servers apart. What is omitted stays; an empty note is none. */
export const DescribeServerRequest = z.strictObject({
  name: NameText.optional(),
  labels: LabelTexts.optional(),
  note: z.string().overwrite(visibleText).trim().max(NOTE_MAX).optional(),
});
export type DescribeServerRequest = z.infer<typeof DescribeServerRequest>;

/** What people have written about a server; labels by their key. */
export const ServerDescription = z.object({ name: z.string(), labels: z.array(ServerLabel), note: z.string().nullable() });
export type ServerDescription = z.infer<typeof ServerDescription>;
