import { addressBookConformance, readingBookConformance } from '../conformance-stores.ts';
import { memoryAddressBook, memoryReadingBook } from './memory-books.ts';

addressBookConformance('memory', async () => {
  const book = memoryAddressBook();
  return { book, add: async (given) => book.add(given), later: () => undefined, close: async () => undefined };
});

readingBookConformance('memory', async () => ({ book: memoryReadingBook(), close: async () => undefined }));
