import { catalogSentences } from '@boreal/contract/request-sentences/catalog.sentences.ts';
import { PCI_ID } from '@boreal/contract/shop/limits.ts';
import { invalidRequest } from '../../../kit/errors.ts';

/** Normalizes `10DE:2684` to lower case, as engines write it. @throws INVALID_REQUEST one is no `vendor:product` */
export function readPciIds(pciIds: readonly string[]): string[] {
  const small = pciIds.map((id) => id.toLowerCase());
  if (small.some((id) => !PCI_ID.test(id))) throw invalidRequest('pciIds', catalogSentences.pciId);
  return [...new Set(small)];
}
