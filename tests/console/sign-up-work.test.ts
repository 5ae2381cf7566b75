import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from '../testing/boreal-process.ts';
import { browsedBoreal } from '../testing/browsed-boreal.ts';
import { assertAccessible, assertFits, PLAIN_HTTP_HOST, signIn } from '../testing/browser.ts';
import { mailedLink } from '../testing/mail-folder.ts';

const port = String(await freePort());
// Over plain http, where a page has no `crypto.subtle`.
const environment = { BOREAL_PORT: port, SITE_URL: `http://${PLAIN_HTTP_HOST}:${port}`, BOREAL_SIGN_UP_WORK: '17' };
const stage = browsedBoreal(environment);

test('where strangers work before they open an account, the page does it for them, says so, and it opens', async () => {
  const { page, problems, close } = await stage.open({ width: 390, scheme: 'dark' });
  const person = { email: 'patient@example.com', password: 'a long enough password' };
  // The last request is held, so that what is shown meanwhile can be looked at, however quick the machine is.
  const { promise: looked, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/api/console/sign-up', async (route) => {
    await looked;
    await route.continue();
  });
  await page.goto('/signup');
  await page.getByLabel('Your name').fill('Camille');
  await page.getByLabel('Email address').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('checkbox', { name: /^I agree to the Terms/ }).check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('status').getByText('Checking that you are not a robot').waitFor();
  await page.locator('[role=progressbar][aria-valuenow="100"]').waitFor();
  await assertAccessible(page);
  await assertFits(page);
  goOn();
  await page.getByText(`We sent a confirmation link to ${person.email}.`).waitFor();
  await page.goto(await mailedLink(stage.home.dataDir, { kind: 'verify_email', to: person.email }));
  await page.getByText('Your address is confirmed.').waitFor();
  await signIn(page, person);
  await page.getByText('Welcome to Boreal').waitFor();
  // Over plain http a browser says that it passes over one of our headers.
  const others = problems.filter((problem) => !problem.startsWith('The Cross-Origin-Opener-Policy header has been ignored'));
  assert.deepEqual(others, []);
  await close();
});

test('whoever is refused is told why, and works anew when they try again', async () => {
  const { page, close } = await stage.open({ language: 'fr-CA' });
  const sent: unknown[] = [];
  await page.route('**/api/console/sign-up', async (route) => {
    sent.push(route.request().postDataJSON());
    // What a browser sends that has waited for too long: the work of another puzzle.
    if (sent.length === 1) await route.continue({ postData: { ...route.request().postDataJSON(), work: { puzzle: 'stale', nonce: 1 } } });
    else await route.continue();
  });
  await page.goto('/signup');
  await page.getByLabel('Votre nom').fill('Camille');
  await page.getByLabel('Adresse de courriel').fill('encore@example.com');
  await page.getByLabel('Mot de passe', { exact: true }).fill('a long enough password');
  await page.getByRole('checkbox', { name: /^J’accepte/ }).check();
  await page.getByRole('button', { name: 'Créer un compte' }).click();
  await page.getByRole('alert').getByText('Votre navigateur n’a pas terminé sa vérification.').waitFor();
  assert.equal(await page.getByRole('progressbar').count(), 0);
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Créer un compte' }).click();
  await page.getByText('Consultez vos courriels').waitFor();
  assert.notDeepEqual(sent[0], sent[1]);
  await close();
});
