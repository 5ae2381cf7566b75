import { Card, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { sshKeysQuery } from '../../api/ssh-keys.ts';
import { useAccountId } from '../../app/account.tsx';
import { LinkButton } from '../../parts/page-links.tsx';
import classes from './checklist.module.css';
import { useOverviewText } from './text.ts';

/** What a new account does before its first server runs; what is done is ticked off. */
export function Checklist({ balance }: { balance: number | undefined }) {
  const t = useOverviewText();
  const { data: keys } = useQuery(sshKeysQuery(useAccountId()));
  const steps = [
    { ...t.steps.credit, to: '/console/billing/add-credits', isDone: balance !== undefined && balance > 0 },
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
