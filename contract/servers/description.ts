import { z } from 'zod';
import { schemaSentences } from '../values/schema-sentences.ts';
import { ServerLabel } from './labels.ts';
import { visibleText } from '../values/visible-text.ts';
import { lineText, NameText } from '../values/written-text.ts';

/** The most labels that a server can have, and the most characters in a label's parts and in a note. */
export const LABELS_MAX = 20;
export const LABEL_KEY_MAX = 40;
export const LABEL_VALUE_MAX = 60;
export const NOTE_MAX = 2000;

/** A label's key: letters of any language, digits and a few signs, so that `key=value` is unambiguous. */
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

/** A server's labels; each key appears once. */
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

/** How people describe a server. Omitted fields keep their values; an empty note is no note. */
export const DescribeServerRequest = z.strictObject({
  name: NameText.optional(),
  labels: LabelTexts.optional(),
  note: z.string().overwrite(visibleText).trim().max(NOTE_MAX).optional(),
});
export type DescribeServerRequest = z.infer<typeof DescribeServerRequest>;

/** What people wrote about a server; labels ordered by key. */
export const ServerDescription = z.object({ name: z.string(), labels: z.array(ServerLabel), note: z.string().nullable() });
export type ServerDescription = z.infer<typeof ServerDescription>;
