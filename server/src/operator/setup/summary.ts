import { siteLinks } from '@boreal/contract/words/links.ts';
import type { Config } from '../../config.ts';
import { check } from '../commands/doctor.commands.ts';
import { facts, type CommandOutput } from '../output.ts';
import { INVOCATION } from '../verb.ts';
import { enginesOf } from './engines-of.ts';
import type { Setup, Told } from './step.ts';

/** What exists now, `doctor`'s findings, and what is left for people to do. */
export async function summarise(setup: Setup, told: readonly Told[]): Promise<CommandOutput> {
  const config = await setup.config();
  const changes = told.flatMap((one) => one.changes);
  const steps = told.map((one) => ({ ...one, changes: [...one.changes] }));
  if (setup.preview) {
    const text = changes.length === 0 ? 'Everything is already in place.' : 'Nothing was changed: this is what setup would do.';
    return { data: { preview: true, steps, notes: [] }, text: `\n${text}` };
  }
  const doctor = await check(config, enginesOf(config), false);
  const notes = [...setup.notes];
  const text = [
    '',
    changes.length === 0 ? 'Everything is already in place.' : 'Boreal is set up.',
    places(config, setup),
    '',
    `What ${INVOCATION} doctor says:`,
    indented(doctor.text),
    ...(notes.length === 0 ? [] : ['', 'Now you:', ...notes.map((note) => `- ${note}`)]),
  ].join('\n');
  return { data: { preview: false, steps, notes, doctor: doctor.data }, text };
}

function places({ siteUrl, port }: Config, { settings }: Setup): string {
  return indented(
    facts({
      Site: siteUrl,
      'For customers': siteLinks(siteUrl).console,
      'For operators': `${siteUrl}/operator`,
      'For the proxy': `http://localhost:${port}`,
      Settings: settings.path,
    }),
  );
}

function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}
