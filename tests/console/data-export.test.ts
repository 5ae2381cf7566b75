import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { z } from 'zod';
import { browsedBoreal } from '../testing/browsed-boreal.ts';
import { assertAccessible, assertFits, signIn } from '../testing/browser.ts';
import { button, title } from '../testing/console-page.ts';

const stage = browsedBoreal();

for (const width of [1280, 360]) {
  test(`an owner downloads all data of their account, at ${width}`, async () => {
    const [person] = (await stage.home.demo()).customers;
    const { page, problems, close } = await stage.open({ width });
    await signIn(page, person);
    await page.goto('/console/profile');
    await title(page, 'Profile');
    await button(page, 'Download all data').waitFor();
    await assertAccessible(page);
    await assertFits(page);
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Download all data').click()]);
    assert.equal(file.suggestedFilename(), `boreal-${person.accountId}.json`);
    const text = await readFile(await file.path(), 'utf8');
    const all = z.looseObject({ accountId: z.string(), complete: z.literal(true) }).parse(JSON.parse(text));
    assert.equal(all.accountId, person.accountId);
    assert.ok(!text.includes(person.restKey));
    await page.getByText('The download has started.').waitFor();
    assert.deepEqual(problems, []);
    await close();
  });
}
