import type { Attention } from '@boreal/contract/account/attention.ts';
import { useFormats } from '../../format/use-formats.ts';
import { en } from '../../i18n/en/attention.ts';
import { fr } from '../../i18n/fr/attention.ts';
import { textsOf } from '../../i18n/language.tsx';
import { LinkButton } from '../../parts/page-links.tsx';
import { AlertLine, WAY } from './alert-line.tsx';

const useAttentionText = textsOf({ en, fr });

/** What is rare: about cards, renewals and backups. Each leads to where it is mended. */
export function RareAlerts({ rare }: { rare: readonly Attention[] }) {
  return rare.map((one) => <RareAlert key={JSON.stringify(one)} told={one} />);
}

function RareAlert({ told }: { told: Attention }) {
  const t = useAttentionText();
  const format = useFormats();
  switch (told.kind) {
    case 'auto_reload_stopped':
      return (
        <AlertLine
          color="red"
          text={t.reloadStopped}
          way={
            <LinkButton {...WAY} to="/console/billing/auto-reload">
              {t.fixReload}
            </LinkButton>
          }
        />
      );
    case 'payment_waits':
      return (
        <AlertLine
          color="orange"
          text={t.paymentWaits(format.money(told.total), t.purposes[told.purpose])}
          way={
            <LinkButton {...WAY} to="/console/billing/payments/$paymentId" params={{ paymentId: told.paymentId }}>
              {t.confirmPayment}
            </LinkButton>
          }
        />
      );
    case 'payment_failed':
      return (
        <AlertLine
          color="red"
          text={t.paymentFailed(format.money(told.total), t.purposes[told.purpose])}
          way={
            told.purpose === 'auto_reload' ? (
              <LinkButton {...WAY} to="/console/billing/payment-methods">
                {t.changeCard}
              </LinkButton>
            ) : (
              <LinkButton {...WAY} to="/console/billing/payments/$paymentId" params={{ paymentId: told.paymentId }}>
                {t.seePayment}
              </LinkButton>
            )
          }
        />
      );
    case 'renewal_failed':
    case 'term_over':
      return (
        <AlertLine
          color="red"
          text={(told.kind === 'term_over' ? t.termOver : t.renewalFailed)(told.serverName, format.date(told.termEnd))}
          way={
            <LinkButton {...WAY} to="/console/billing/orders/$orderId" params={{ orderId: told.orderId }}>
              {told.kind === 'term_over' ? t.renew : t.seeOrder}
            </LinkButton>
          }
        />
      );
    case 'backup_failed':
      return (
        <AlertLine
          color="orange"
          text={t.backupFailed(told.serverName, format.date(told.at))}
          way={
            <LinkButton {...WAY} to="/console/servers/$serverId/{-$tab}" params={{ serverId: told.serverId, tab: 'backups' }}>
              {t.seeBackups}
            </LinkButton>
          }
        />
      );
  }
}
