import { endAnnouncement } from '@boreal/contract/endpoints/operator/incidents.ts';
import type { Incident } from '@boreal/contract/fleet/incidents.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { RoleButton } from '../parts/role-button.tsx';
import { useDone } from '../parts/use-done.ts';
import { useOperatorIncidentsText } from './text.ts';

/** Shows an announcement no longer, after a question: one that has ended is not begun again. */
export function EndAnnouncement({ incident: { id: incidentId, overAt } }: { incident: Incident }) {
  const t = useOperatorIncidentsText();
  const [asking, setAsking] = useState(false);
  const done = useDone(() => setAsking(false));
  const end = useMutation({
    mutationFn: () => call(endAnnouncement, { params: { incidentId } }),
    onSuccess: () => done(t.announcementEnded),
  });
  if (overAt !== null) return null;
  return (
    <>
      <RoleButton calls={endAnnouncement} variant="default" onClick={() => setAsking(true)}>
        {t.end}
      </RoleButton>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t.endTitle}
        text={t.endText}
        action={t.end}
        busy={end.isPending}
        error={end.error}
        onConfirm={() => end.mutate()}
      />
    </>
  );
}
