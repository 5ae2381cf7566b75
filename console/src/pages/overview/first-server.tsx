import { Card, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { sshKeysQuery } from '../../api/ssh-keys.ts';
import { useAccountId, useMayDo } from '../../app/account.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { LinkButton } from '../../parts/page-links.tsx';
import classes from './first-server.module.css';
import { useOverviewText } from './text.ts';

interface ChecklistProps {
  /** CAD */
  readonly balance: number | undefined;
}

/** An account without servers: for those who may deploy the way to the first one. */
export function FirstServer({ balance }: ChecklistProps) {
  const t = useOverviewText();
  if (useMayDo('servers.write')) return <Checklist balance={balance} />;
  return (
    <Card>
      <EmptyState title={t.noServersTitle} text={t.noServersText} />
    </Card>
  );
}

/** What a new account does before its first server runs; what is done is ticked off. */
function Checklist({ balance }: ChecklistProps) {
  const t = useOverviewText();
  const { data: keys } = useQuery(sshKeysQuery(useAccountId()));
  const mayPay = useMayDo('billing.write');
  const credit = mayPay ? t.steps.credit : { ...t.steps.credit, text: t.askForCredit };
  const steps = [
    { ...credit, to: '/console/billing/add-credits', isDone: balance !== undefined && balance > 0 },
    { ...t.steps.key, to: '/console/ssh-keys', isDone: keys !== undefined && keys.length > 0 },
    { ...t.steps.server, to: '/console/deploy', isDone: false },
  ] as const;
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <Card>
      <Title order={2} size="h3" mb={4}>
        {t.welcome}
      </Title>
      <Text c="dimmed" mb="md">
        {t.welcomeText}
      </Text>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step.to} className={classes.step} data-done={step.isDone || undefined}>
            <span className={classes.mark} aria-hidden>
              {step.isDone && <Check size={14} />}
            </span>
            <div>
              <Text fw={600}>{step.isDone ? step.done : step.title}</Text>
              <Text size="sm" c="dimmed">
                {step.text}
              </Text>
            </div>
            {!step.isDone && (
              <LinkButton to={step.to} size="sm" variant={step === next ? 'filled' : 'default'}>
                {step.go}
              </LinkButton>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}
