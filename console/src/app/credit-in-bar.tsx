import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { creditsQuery } from '../api/billing.ts';
import { useFormats } from '../format/use-formats.ts';
import { useShellText } from '../i18n/use-shell-text.ts';
import { Money } from '../parts/money.tsx';
import { useAccountId } from './account.tsx';
import classes from './frame.module.css';

/** The credit, and what runs costs in an hour: in sight on every page. Leads to billing. */
export function CreditInBar() {
  const t = useShellText();
  const format = useFormats();
  const credits = useQuery(creditsQuery(useAccountId())).data;
  if (credits === undefined) return null;
  const { balance, burnRatePerHour } = credits;
  const rate = format.money(burnRatePerHour);
  const exactRate = format.exact(burnRatePerHour);
  return (
    <Link to="/console/billing" className={`${classes.credit} figures`} activeOptions={{ exact: true }}>
      <span className="unseen">{t.credit}</span>
      <b>
        <Money cad={balance} />
      </b>
      <span className="unseen">{t.spending}</span>
      <span {...(exactRate !== rate && { title: exactRate })}>{t.perHour(rate)}</span>
    </Link>
  );
}
