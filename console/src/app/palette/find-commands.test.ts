import { expect, test } from 'vitest';
import { findCommands } from './find-commands.rules.ts';

const commands = [
  { group: 'pages', name: 'Aperçu' },
  { group: 'pages', name: 'Serveurs' },
  { group: 'pages', name: 'Budget', about: 'Facturation', whenAsked: true },
  { group: 'actions', name: 'Déployer un serveur' },
  { group: 'servers', name: 'trainer-1', about: 'Actif · 1× H100 SXM', words: ['srv_01kb', '198.18.0.10', null] },
  { group: 'servers', name: 'serveur-web', about: 'Arrêté · 1× L4' },
  ...Array.from({ length: 30 }, (_, n) => ({ group: 'servers' as const, name: `worker-${n}` })),
] as const;
const names = (typed: string) => findCommands(commands, typed).map(({ group, commands: of }) => [group, ...of.map(({ name }) => name)]);

test('before anything is typed, pages and actions are all there, and the first of everything else', () => {
  expect(names('')).toEqual([
    ['pages', 'Aperçu', 'Serveurs'],
    ['actions', 'Déployer un serveur'],
    ['servers', 'trainer-1', 'serveur-web', 'worker-0', 'worker-1', 'worker-2'],
  ]);
  expect(names('   ')).toEqual(names(''));
});

test('things are found by name, id, address and what they are, in any order, without accents and capitals', () => {
  for (const typed of ['trainer', 'SRV_01KB', '198.18', 'h100 actif', 'H100   trainer'])
    expect(names(typed)).toEqual([['servers', 'trainer-1']]);
  expect(names('apercu')).toEqual([['pages', 'Aperçu']]);
  expect(names('deployer')).toEqual([['actions', 'Déployer un serveur']]);
  expect(names('facturation')).toEqual([['pages', 'Budget']]);
  expect(names('arrete l4')).toEqual([['servers', 'serveur-web']]);
});

test('what begins as typed comes first, and its group with it', () => {
  expect(names('serveur')).toEqual([
    ['pages', 'Serveurs'],
    ['servers', 'serveur-web'],
    ['actions', 'Déployer un serveur'],
  ]);
  expect(names('web')[0]).toEqual(['servers', 'serveur-web']);
});

test('a word that is nowhere finds nothing, and no group is endless', () => {
  expect(names('trainer l4')).toEqual([]);
  expect(names('worker')).toEqual([['servers', ...Array.from({ length: 8 }, (_, n) => `worker-${n}`)]]);
});

interface Found {
  readonly group: 'servers' | 'pages';
  readonly name: string;
  readonly about?: string;
  readonly words?: readonly string[];
  readonly deeds?: () => readonly Found[];
}
const deed = (name: string, words: readonly string[] = []): Found => ({ group: 'servers', name, words });
const thing = (name: string, about: string, deeds: readonly Found[]): Found => ({
  group: 'servers',
  name,
  about,
  words: [`srv_${name}`],
  deeds: () => deeds.map((one) => ({ ...one, about: name })),
});
const things = [
  thing('web', 'Active · 1× L4', [deed('Stop', ['shut down']), deed('Reboot', ['restart'])]),
  thing('web-12', 'Stopped · 1× L4', [deed('Start')]),
  ...['1', '2', '3'].map((n) => thing(`web-${n}`, 'Active · 1× L4', [deed('Stop', ['shut down'])])),
  thing('trainer', 'Active · 8× H100', [deed('Stop', ['shut down']), deed('Open a terminal')]),
];
const found = (typed: string) =>
  findCommands<Found>([{ group: 'pages', name: 'Stock' }, ...things], typed).flatMap(({ commands: of }) =>
    of.map(({ name, about, deeds }) => (about === undefined || deeds ? name : `${name} ${about}`)),
  );

test('what can be done with a thing follows it, where few are found or its whole name is typed', () => {
  expect(found('train')).toEqual(['trainer', 'Stop trainer', 'Open a terminal trainer']);
  expect(found('srv_trainer')).toEqual(['trainer', 'Stop trainer', 'Open a terminal trainer']);
  expect(found('web-1')).toEqual(['web-1', 'Stop web-1', 'web-12', 'Start web-12']);
  expect(found('we')).toEqual(['web', 'web-12', 'web-1', 'web-2', 'web-3']);
  expect(found('WEB')).toEqual(['web', 'Stop web', 'Reboot web', 'web-12', 'web-1', 'web-2', 'web-3']);
  expect(found('')).toEqual(['Stock', 'web', 'web-12', 'web-1', 'web-2', 'web-3']);
});

test('what can be done is found by its own name beside the thing’s, in any order, and by what else it is called', () => {
  expect(found('stop trainer')).toEqual(['Stop trainer']);
  expect(found('trainer term')).toEqual(['Open a terminal trainer']);
  expect(found('restart')).toEqual(['Reboot web']);
  expect(found('shut web-3')).toEqual(['Stop web-3']);
  expect(found('start trainer')).toEqual([]);
  expect(found('sto')).toEqual(['Stock', 'Stop web', 'Stop web-1', 'Stop web-2', 'Stop web-3', 'Stop trainer', 'web-12']);
});

test('of a thousand things, what can be done is made only for those that are listed, or when it is asked for', () => {
  let made = 0;
  const fleet = Array.from({ length: 1000 }, (_, n) => ({
    ...thing(`node-${n}`, 'Active', []),
    deeds: () => {
      made += 1;
      return [deed('Stop')];
    },
  }));
  const count = (typed: string) => findCommands<Found>(fleet, typed).flatMap((of) => of.commands).length;
  expect([count('node'), made]).toEqual([8, 0]);
  expect([count('node-777'), made]).toEqual([2, 1000]);
  expect(count('node-77 stop')).toBe(8);
});
