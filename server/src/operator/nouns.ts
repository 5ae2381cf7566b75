import type { Command } from 'commander';
import type { ConfiguredEngines } from './configured-engines.ts';
import type { Operate, OperateAlone } from './operate.ts';
import type { Terminal } from './terminal.ts';

/** A file of commands: the nouns that it adds, and how to load it. */
interface NounFile {
  readonly names: readonly string[];
  readonly load: () => Promise<AddCommands>;
}
type AddCommands = (program: Command, operate: Operate, engines: ConfiguredEngines, alone: OperateAlone, terminal: Terminal) => void;

/** In the order of the help text. */
const nounFiles: readonly NounFile[] = [
  { names: ['setup'], load: async () => (await import('./setup.commands.ts')).addSetupCommands },
  { names: ['account'], load: async () => (await import('./account.commands.ts')).addAccountCommands },
  { names: ['budget'], load: async () => (await import('./budget.commands.ts')).addBudgetCommands },
  { names: ['order'], load: async () => (await import('./order.commands.ts')).addOrderCommands },
  { names: ['payment', 'refund'], load: async () => (await import('./payment.commands.ts')).addPaymentCommands },
  { names: ['request'], load: async () => (await import('./request.commands.ts')).addRequestCommands },
  { names: ['invoice'], load: async () => (await import('./invoice.commands.ts')).addInvoiceCommands },
  { names: ['company', 'tax'], load: async () => (await import('./company.commands.ts')).addCompanyCommands },
  { names: ['person'], load: async () => (await import('./person.commands.ts')).addPersonCommands },
  { names: ['region'], load: async () => (await import('./region.commands.ts')).addRegionCommands },
  { names: ['model'], load: async () => (await import('./model.commands.ts')).addModelCommands },
  { names: ['plan'], load: async () => (await import('./plan.commands.ts')).addPlanCommands },
  { names: ['price'], load: async () => (await import('./price.commands.ts')).addPriceCommands },
  { names: ['image'], load: async () => (await import('./image.commands.ts')).addImageCommands },
  { names: ['pool'], load: async () => (await import('./pool.commands.ts')).addPoolCommands },
  { names: ['host'], load: async () => (await import('./host.commands.ts')).addHostCommands },
  { names: ['gpu'], load: async () => (await import('./gpu.commands.ts')).addGpuCommands },
  { names: ['address'], load: async () => (await import('./address.commands.ts')).addAddressCommands },
  { names: ['engine'], load: async () => (await import('./engine.commands.ts')).addEngineCommands },
  { names: ['leftover'], load: async () => (await import('./leftover.commands.ts')).addLeftoverCommands },
  { names: ['orphan'], load: async () => (await import('./orphan.commands.ts')).addOrphanCommands },
  { names: ['hibernation'], load: async () => (await import('./hibernation.commands.ts')).addHibernationCommands },
  { names: ['server'], load: async () => (await import('./server.commands.ts')).addServerCommands },
  { names: ['key'], load: async () => (await import('./key.commands.ts')).addKeyCommands },
  { names: ['agent'], load: async () => (await import('./agent.commands.ts')).addAgentCommands },
  { names: ['ledger'], load: async () => (await import('./ledger.commands.ts')).addLedgerCommands },
  { names: ['revenue', 'utilisation'], load: async () => (await import('./export.commands.ts')).addExportCommands },
  { names: ['member'], load: async () => (await import('./member.commands.ts')).addMemberCommands },
  { names: ['ticket'], load: async () => (await import('./ticket.commands.ts')).addTicketCommands },
  { names: ['incident'], load: async () => (await import('./incident.commands.ts')).addIncidentCommands },
  { names: ['mail'], load: async () => (await import('./mail.commands.ts')).addMailCommands },
  { names: ['audit'], load: async () => (await import('./audit.commands.ts')).addAuditCommands },
  { names: ['doctor'], load: async () => (await import('./doctor.commands.ts')).addDoctorCommands },
  { names: ['backup'], load: async () => (await import('./backup.commands.ts')).addBackupCommands },
  { names: ['restore'], load: async () => (await import('./restore.commands.ts')).addRestoreCommands },
  { names: ['clock'], load: async () => (await import('./clock.commands.ts')).addClockCommands },
  { names: ['log'], load: async () => (await import('./log.commands.ts')).addLogCommands },
  { names: ['version'], load: async () => (await import('./version.commands.ts')).addVersionCommands },
];

/** The commands that a command line may mean: those of its noun, and all if it names no known one, as for help. */
export function commandsFor(args: readonly string[]): Promise<readonly AddCommands[]> {
  const noun = args.find((arg) => !arg.startsWith('-'));
  const meant = nounFiles.filter(({ names }) => noun !== undefined && names.includes(noun));
  return Promise.all((meant.length > 0 ? meant : nounFiles).map(({ load }) => load()));
}
