import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { iconsOfPages } from './chunks.ts';

const ICONS = join(import.meta.dirname, '../../node_modules/lucide-react/dist/esm/icons');

test('icons that come with their pages are named as the library names their files: every page would wait for another', () => {
  expect(iconsOfPages.filter((name) => !existsSync(join(ICONS, `${name}.mjs`)))).toEqual([]);
});
