import { frenchSpacing } from '@boreal/contract/words/french-spacing.ts';

/** Elements whose text is shown unchanged. */
const AS_TYPED = /^<(\/?)(?:pre|code|script|style)\b/i;

/**
 * A French page with non-breaking spaces before colons and after opening quotation marks. Tags, their attributes and code stay as they are.
 */
export function frenchPage(page: string): string {
  let typed = 0;
  return page.replaceAll(/<[^>]*>|[^<]+/g, (part) => {
    const tag = AS_TYPED.exec(part);
    if (tag) typed += tag[1] === '/' ? -1 : 1;
    if (part.startsWith('<') || typed > 0) return part;
    return frenchSpacing(part);
  });
}
