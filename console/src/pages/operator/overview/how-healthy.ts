import type { HealthState, HouseHealth } from '@boreal/contract/operator/oversight.ts';
import type { Formats } from '../../../format/formats.ts';
import type { en } from '../../../i18n/en/operator-overview.ts';

/** One part of the house's health: how it is, and what to read and type where that is wrong. */
interface Healthy {
  readonly about: keyof HouseHealth;
  readonly state: HealthState;
  readonly text: string;
  readonly page: string;
  readonly command: string;
}

interface Saying {
  readonly t: typeof en;
  readonly format: Pick<Formats, 'ago' | 'duration'>;
  /** When it was measured. */
  readonly at: string;
}

const DOCTOR = 'boreal doctor';
const runbook = (name: string) => `docs/runbooks/${name}.md`;

/** The house's health in sentences. */
export function howHealthy(health: HouseHealth, saying: Saying): readonly Healthy[] {
  const { meter, hours } = health;
  const { t, format } = saying;
  return [
    {
      about: 'meter',
      state: meter.state,
      text: meter.state === 'right' ? t.meterRight : t.meterWrong(format.duration(meter.behindSeconds / 3600)),
      page: runbook('BorealMeterBehind'),
      command: DOCTOR,
    },
    {
      about: 'hours',
      state: hours.state,
      text: hours.state === 'right' ? t.hoursRight : t.hoursWrong(hours.unbilled),
      page: runbook('BorealHoursUnbilled'),
      command: DOCTOR,
    },
    ledgerOf(health.ledger, saying),
    copiesOf(health.copies, saying),
  ];
}

function ledgerOf({ state, provenAt, broken }: HouseHealth['ledger'], { t, format, at }: Saying): Healthy {
  const told = { about: 'ledger', state, command: 'boreal ledger verify' } as const;
  if (provenAt === null) return { ...told, text: t.ledgerNever, page: runbook('BorealLedgerUnproven') };
  const ago = format.ago(provenAt, new Date(at));
  if (broken > 0) return { ...told, text: t.ledgerBroken(broken, ago), page: runbook('BorealLedgerBroken') };
  return { ...told, text: (state === 'right' ? t.ledgerRight : t.ledgerOld)(ago), page: runbook('BorealLedgerUnproven') };
}

function copiesOf({ state, keptBy, ageSeconds }: HouseHealth['copies'], { t, format, at }: Saying): Healthy {
  const told = { about: 'copies', state, command: DOCTOR, page: runbook('BorealCopyOld') } as const;
  if (keptBy === 'nobody') return { ...told, text: t.copiesNobody, page: 'docs/operators-guide-backups.md' };
  if (keptBy === 'others') return { ...told, text: t.copiesOthers };
  if (ageSeconds === null) return { ...told, text: state === 'unknown' ? t.copiesUntold : t.copiesNone };
  const ago = format.ago(new Date(Date.parse(at) - ageSeconds * 1000).toISOString(), new Date(at));
  return { ...told, text: (state === 'right' ? t.copiesRight : t.copiesOld)(ago) };
}
