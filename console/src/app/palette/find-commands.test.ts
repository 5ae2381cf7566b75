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
