import { addOperator, changeOperatorRole, removeOperator } from '@boreal/contract/endpoints/operator/operators.ts';
import type { Operator } from '@boreal/contract/operator/roles.ts';
import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { operatorsQuery } from '../../../api/operator/operators.ts';
import { useMe } from '../../../app/account.tsx';
import { Ago } from '../../../parts/ago.tsx';
import { ListTable } from '../../../parts/list-table.tsx';
import { PageHeader } from '../../../parts/page-header.tsx';
import { PersonCell } from '../../../parts/person-cell.tsx';
import { Queried } from '../../../parts/queried.tsx';
import { RoleButton } from '../parts/role-button.tsx';
import { AddOperator, ChangeOperatorRole, RemoveOperator } from './operator-dialogs.tsx';
import { useOperatorsText } from './text.ts';

type Asked = { readonly is: 'add' } | { readonly is: 'change' | 'remove'; readonly operator: Operator } | null;

/** Who operates, in which role, and with which second factor. */
export function OperatorsPage() {
  const t = useOperatorsText();
  const me = useMe();
  const operators = useQuery(operatorsQuery);
  const [asked, setAsked] = useState<Asked>(null);
  const close = () => setAsked(null);
  const add = (
    <RoleButton calls={addOperator} onClick={() => setAsked({ is: 'add' })}>
      {t.add}
    </RoleButton>
  );
  return (
    <>
      <PageHeader title={t.title} about={t.about} actions={add} />
      <Queried query={operators}>
        {(rows) => (
          <ListTable
            caption={t.title}
            rows={rows}
            rowKey={({ userId }) => userId}
            columns={[
              {
                name: t.name,
                sortBy: ({ name }) => name,
                wraps: true,
                cell: ({ userId, name, email, role }) => (
                  <PersonCell name={name} email={email} you={userId === me.id ? t.you : null} role={t.roles[role]} />
                ),
              },
              { name: t.role, sortBy: ({ role }) => t.roles[role], cell: ({ role }) => t.roles[role], wideOnly: true },
              {
                name: t.secondFactor,
                sortBy: ({ secondFactor }) => (secondFactor === null ? t.noSecondFactor : t.secondFactors[secondFactor]),
                cell: ({ secondFactor }) => (secondFactor === null ? t.noSecondFactor : t.secondFactors[secondFactor]),
                wideOnly: true,
              },
              {
                name: t.used,
                sortBy: ({ operatedAt }) => operatedAt,
                cell: ({ operatedAt }) => (operatedAt === null ? '–' : <Ago iso={operatedAt} real />),
                wideOnly: true,
              },
              {
                name: t.actions,
                align: 'right',
                cell: (operator) => (
                  <Group gap={4} justify="flex-end">
                    <RoleButton
                      calls={changeOperatorRole}
                      size="xs"
                      variant="subtle"
                      aria-label={t.changeOf(operator.name)}
                      onClick={() => setAsked({ is: 'change', operator })}
                    >
                      {t.change}
                    </RoleButton>
                    <RoleButton
                      calls={removeOperator}
                      size="xs"
                      variant="outline"
                      color="red"
                      aria-label={t.removeOf(operator.name)}
                      onClick={() => setAsked({ is: 'remove', operator })}
                    >
                      {t.remove}
                    </RoleButton>
                  </Group>
                ),
              },
            ]}
            empty={t.none}
          />
        )}
      </Queried>
      {asked?.is === 'add' && <AddOperator onClose={close} />}
      {asked?.is === 'change' && <ChangeOperatorRole operator={asked.operator} onClose={close} />}
      {asked?.is === 'remove' && <RemoveOperator operator={asked.operator} onClose={close} />}
    </>
  );
}
