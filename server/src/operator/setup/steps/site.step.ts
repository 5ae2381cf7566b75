import { settingChanges } from '../setting-changes.ts';
import type { Step } from '../step.ts';

/** The proxy on this machine, for which the package has configuration files. */
const THIS_MACHINE = '127.0.0.1,::1';

/** The URL where customers find it. */
export const siteStep: Step = {
  name: 'site',
  async plan(setup) {
    const { answers, outside, settings } = setup;
    const now = await settings.read();
    const before = now['SITE_URL'];
    const check = (text: string) => (text === before ? Promise.resolve(null) : outside.site(text));
    const site = (await answers.given('site')) === null && before ? before : await answers.get('site', { check });
    const proxies = now['BOREAL_TRUSTED_PROXIES'] ?? THIS_MACHINE;
    return {
      stands: site,
      changes: await settingChanges(setup, [
        { name: 'SITE_URL', value: site },
        { name: 'BOREAL_TRUSTED_PROXIES', value: proxies },
      ]),
    };
  },
};
