import { ApiError, refusalOf } from './api-error.ts';

/**
 * Loads a file whose refusal somebody must read: a link saves what was answered, or says that there is no file.
 * @throws ApiError
 */
export async function loadFile(address: string): Promise<Blob> {
  let answer: Response;
  try {
    // The language of the page; see i18n/language.tsx.
    answer = await fetch(address, { headers: { 'accept-language': document.documentElement.lang } });
    if (answer.ok) return await answer.blob();
  } catch (cause) {
    throw new ApiError(0, { error: 'OFFLINE' }, { cause });
  }
  throw refusalOf(answer, await answer.text());
}
