import type { Plugin } from 'vite';

/** Where each of Zod's schemas takes all that it can do, wanted or not. */
const SCHEMAS = '/zod/v4/classic/schemas.js';

/** What no page asks of a schema, as it is written there, and what stands in its place. */
const UNWANTED: readonly (readonly [RegExp, string])[] = [
  // To be told as JSON Schema: the server does.
  [/^\s*inst\._zod\.processJSONSchema = .*;$/gm, ''],
  [/\bcreateStandardJSONSchemaMethod\(this, "(?:input|output)"\)/g, 'undefined'],
  [/\bcreateToJSONSchemaMethod\(this, \{\}\)\(params\)/g, 'undefined'],
  // Its English for whatever is wrong: contract/values/issue-sentences.ts has ours, in both languages.
  [/\bcore\.config\(en\(\)\);/g, ';'],
  // To read what contains itself: an answer is JSON, and what is typed is text.
  [/\bcore\.config\(\{ memoizer: core\.memoizer\(\) \}\);/g, ';'],
  // To be compiled: the content security policy forbids it (main.tsx).
  [/\bcore\.\$ZodObjectJIT\.init\(/g, 'core.$ZodObject.init('],
];

/** Leaves out of Zod what every page would wait for and none uses: some 8 kB, compressed. What nothing names any more is not bundled. */
export function leanZod(): Plugin {
  return {
    name: 'boreal:lean-zod',
    apply: 'build',
    transform(code, id) {
      if (!id.endsWith(SCHEMAS)) return null;
      let lean = code;
      for (const [unwanted, instead] of UNWANTED) {
        const without = lean.replaceAll(unwanted, instead);
        if (without === lean) this.error(`Zod is written otherwise now: ${String(unwanted)} is not in ${id}`);
        lean = without;
      }
      return { code: lean, map: null };
    },
  };
}
