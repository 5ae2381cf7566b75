import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TERMS_VERSION } from '@boreal/contract/people/sign-in.ts';
import { z } from 'zod';
import { browsedBoreal } from '../testing/browsed-boreal.ts';
import { assertAccessible, assertFits, signIn } from '../testing/browser.ts';
import { button, title } from '../testing/console-page.ts';

const stage = browsedBoreal();
const Answer = z.object({ data: z.looseObject({}) });

for (const [language, width, words] of [
  [
    'en-CA',
    1280,
    { title: 'Our terms have changed', agree: /^I agree/, goOn: 'Agree and continue', missed: 'Check the box to agree.', home: 'Overview' },
  ],
  [
    'fr-CA',
    360,
    {
      title: 'Nos conditions ont changé',
      agree: /^J’accepte/,
      goOn: 'Accepter et continuer',
      missed: 'Cochez la case pour accepter.',
      home: 'Aperçu',
    },
  ],
] as const) {
  test(`new terms are agreed to before the console opens, ${language} at ${width}`, async () => {
    const { page, problems, close } = await stage.open({ width, language });
    // As it is for whoever agreed to older ones.
    await page.route('**/api/console/me', async (route) => {
      const answer = await route.fetch();
      const { data } = Answer.parse(await answer.json());
      await route.fulfill({ response: answer, json: { data: { ...data, termsToAccept: TERMS_VERSION } } });
    });
    await signIn(page, (await stage.home.demo()).customers[0]);
    await title(page, words.title);
    await assertAccessible(page);
    await assertFits(page);
    assert.equal(await page.getByRole('navigation').count(), 0, 'nothing else is there yet');
    await button(page, words.goOn).click();
    await page.getByText(words.missed).waitFor();
    await page.getByRole('checkbox', { name: words.agree }).check();
    await button(page, words.goOn).click();
    await title(page, words.home);
    assert.deepEqual(problems, []);
    await close();
  });
}
