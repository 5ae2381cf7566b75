import { expect, test } from 'vitest';
import * as enAgents from './en/agents.ts';
import * as enBilling from './en/billing.ts';
import * as enMembers from './en/members.ts';
import * as enPalette from './en/palette.ts';
import * as enProfile from './en/profile.ts';
import * as enServers from './en/servers.ts';
import * as enShell from './en/shell.ts';
import * as enSupport from './en/support.ts';
import * as frAgents from './fr/agents.ts';
import * as frBilling from './fr/billing.ts';
import * as frMembers from './fr/members.ts';
import * as frPalette from './fr/palette.ts';
import * as frProfile from './fr/profile.ts';
import * as frServers from './fr/servers.ts';
import * as frShell from './fr/shell.ts';
import * as frSupport from './fr/support.ts';

// It has words of its own, because those of the areas come with their pages.
test.each([
  [
    enPalette.en,
    {
      shell: enShell.en,
      billing: enBilling.en,
      profile: enProfile.en,
      members: enMembers.en,
      support: enSupport.en,
      agents: enAgents.en,
      servers: enServers.en,
    },
  ],
  [
    frPalette.fr,
    {
      shell: frShell.fr,
      billing: frBilling.fr,
      profile: frProfile.fr,
      members: frMembers.fr,
      support: frSupport.fr,
      agents: frAgents.fr,
      servers: frServers.fr,
    },
  ],
])('the palette calls everything as its page does', (palette, { shell, billing, profile, members, support, agents, servers }) => {
  const { overview: credit, costs, transactions, invoices, budget, ...tabs } = billing.tabs;
  expect(shell.nav).toMatchObject({ credit, costs, transactions, invoices, budget });
  expect(palette.pages).toEqual({ ...tabs, security: profile.tabSecurity });
  expect(palette.kinds).toEqual(billing.kinds);
  expect(palette.groups).toMatchObject({
    servers: shell.nav.servers,
    sshKeys: shell.nav.sshKeys,
    apiKeys: shell.nav.apiKeys,
    agents: shell.nav.agents,
    members: shell.nav.members,
    accounts: shell.nav.accounts,
  });
  expect(palette.actions).toMatchObject({
    addCredit: billing.addCredits,
    addCard: billing.addCard,
    inviteMember: members.invite,
    writeSupport: support.create,
    connectAgent: agents.create,
    deployServer: servers.deploy,
  });
  expect(palette.deeds).toMatchObject({ ...servers.actions, terminal: servers.serialOpen });
});
