import type { AuditTargetKind, NamedAuditEntry } from '@boreal/contract/account/audit.ts';
import { Code, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** What can be looked up, and how it is called. */
export interface Openable {
  readonly kind: AuditTargetKind;
  readonly id: string;
  readonly children: ReactNode;
}

interface AuditTargetProps {
  readonly entry: Pick<NamedAuditEntry, 'target' | 'targetName' | 'targetKind'>;
  /** Leads to where it is shown, if the reader may go there. */
  readonly link: (target: Openable) => ReactNode;
}

/** What an entry is about: its name, which leads to it, and its id for whoever looks it up elsewhere. */
export function AuditTarget({ entry: { target, targetName, targetKind }, link }: AuditTargetProps) {
  if (target === null) return '–';
  const linked = (name: ReactNode) => (targetKind === null ? name : link({ kind: targetKind, id: target, children: name }));
  if (targetName === null) return linked(<Code>{target}</Code>);
  return (
    <>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {linked(targetName)}
      </Text>
      <Text size="xs" c="dimmed" className="id">
        {target}
      </Text>
    </>
  );
}
