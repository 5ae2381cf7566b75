import type { Command } from 'commander';
import type { ConfiguredEngines } from './configured-engines.ts';
import type { Operate, OperateAlone } from './operate.ts';
import type { Terminal } from './terminal.ts';

/** A file of commands: its nouns, and how to load it. */
interface NounFile {
  readonly names: readonly string[];
  readonly load: () => Promise<AddCommands>;
}
type AddCommands = (program: Command, operate: Operate, engines: ConfiguredEngines, alone: OperateAlone, terminal: Terminal) => void;

/** In the order of the help text. */
const nounFiles: readonly NounFile[] = [
  { names: ['setup'], load: async () => (await import('./setup.commands.ts')).addSetupCommands },
  { names: ['account'], load: async () => (await import('./commands/account.commands.ts')).addAccountCommands },
  { names: ['budget'], load: async () => (await import('./commands/budget.commands.ts')).addBudgetCommands },
  { names: ['order'], load: async () => (await import('./commands/order.commands.ts')).addOrderCommands },
  { names: ['payment', 'refund'], load: async () => (await import('./commands/payment.commands.ts')).addPaymentCommands },
  { names: ['request'], load: async () => (await import('./commands/request.commands.ts')).addRequestCommands },
  { names: ['invoice'], load: async () => (await import('./commands/invoice.commands.ts')).addInvoiceCommands },
  { names: ['company', 'tax'], load: async () => (await import('./commands/company.commands.ts')).addCompanyCommands },
  { names: ['person'], load: async () => (await import('./commands/person.commands.ts')).addPersonCommands },
  { names: ['region'], load: async () => (await import('./commands/region.commands.ts')).addRegionCommands },
  { names: ['model'], load: async () => (await import('./commands/model.commands.ts')).addModelCommands },
  { names: ['plan'], load: async () => (await import('./commands/plan.commands.ts')).addPlanCommands },
  { names: ['price'], load: async () => (await import('./commands/price.commands.ts')).addPriceCommands },
  { names: ['image'], load: async () => (await import('./commands/image.commands.ts')).addImageCommands },
  { names: ['pool'], load: async () => (await import('./commands/pool.commands.ts')).addPoolCommands },
  { names: ['host'], load: async () => (await import('./commands/host.commands.ts')).addHostCommands },
  { names: ['gpu'], load: async () => (await import('./commands/gpu.commands.ts')).addGpuCommands },
  { names: ['address'], load: async () => (await import('./commands/address.commands.ts')).addAddressCommands },
  { names: ['engine'], load: async () => (await import('./commands/engine.commands.ts')).addEngineCommands },
  { names: ['leftover'], load: async () => (await import('./commands/leftover.commands.ts')).addLeftoverCommands },
  { names: ['orphan'], load: async () => (await import('./commands/orphan.commands.ts')).addOrphanCommands },
  { names: ['hibernation'], load: async () => (await import('./commands/hibernation.commands.ts')).addHibernationCommands },
  { names: ['server'], load: async () => (await import('./commands/server.commands.ts')).addServerCommands },
  { names: ['key'], load: async () => (await import('./commands/key.commands.ts')).addKeyCommands },
  { names: ['agent'], load: async () => (await import('./commands/agent.commands.ts')).addAgentCommands },
  { names: ['ledger'], load: async () => (await import('./commands/ledger.commands.ts')).addLedgerCommands },
  { names: ['revenue', 'utilisation'], load: async () => (await import('./commands/export.commands.ts')).addExportCommands },
  { names: ['member'], load: async () => (await import('./commands/member.commands.ts')).addMemberCommands },
  { names: ['ticket'], load: async () => (await import('./commands/ticket.commands.ts')).addTicketCommands },
  { names: ['incident'], load: async () => (await import('./commands/incident.commands.ts')).addIncidentCommands },
  { names: ['mail'], load: async () => (await import('./commands/mail.commands.ts')).addMailCommands },
  { names: ['audit'], load: async () => (await import('./commands/audit.commands.ts')).addAuditCommands },
  { names: ['doctor'], load: async () => (await import('./commands/doctor.commands.ts')).addDoctorCommands },
  { names: ['backup'], load: async () => (await import('./commands/backup.commands.ts')).addBackupCommands },
  { names: ['restore'], load: async () => (await import('./commands/restore.commands.ts')).addRestoreCommands },
  { names: ['clock'], load: async () => (await import('./commands/clock.commands.ts')).addClockCommands },
  { names: ['log'], load: async () => (await import('./commands/log.commands.ts')).addLogCommands },
  { names: ['version'], load: async () => (await import('./commands/version.commands.ts')).addVersionCommands },
];

/** The commands that a command line may need: those of its noun, or all if the noun is unknown, as for help. */
export function commandsFor(args: readonly string[]): Promise<readonly AddCommands[]> {
  const noun = args.find((arg) => !arg.startsWith('-'));
  const meant = nounFiles.filter(({ names }) => noun !== undefined && names.includes(noun));
  return Promise.all((meant.length > 0 ? meant : nounFiles).map(({ load }) => load()));
}
