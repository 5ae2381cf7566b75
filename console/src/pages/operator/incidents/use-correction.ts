import { changeIncident } from '@boreal/contract/endpoints/operator/incidents.ts';
import { ChangeIncidentRequest } from '@boreal/contract/fleet/incidents.ts';
import { useState } from 'react';
import type { z } from 'zod';
import { call } from '../../../api/call.ts';
import { changedIn } from '../../../parts/changed-in.ts';
import { useRequestForm } from '../../../parts/use-request-form.ts';
import { useDone } from '../parts/use-done.ts';
import { IN_BOTH } from './fields.tsx';
import { useOperatorIncidentsText } from './text.ts';

/** A form that begins with how an incident is described, and sends of it what was typed otherwise. */
export function useCorrection<Typed extends object>(of: {
  readonly incidentId: string;
  readonly described: Typed;
  readonly requestOf: (typed: Typed) => z.input<typeof ChangeIncidentRequest>;
  readonly onClose: () => void;
}) {
  const { incidentId, requestOf } = of;
  const t = useOperatorIncidentsText();
  const done = useDone(of.onClose);
  const [shown] = useState(of.described);
  return useRequestForm({
    initialValues: shown,
    schema: ChangeIncidentRequest,
    request: (typed) => changedIn(requestOf(typed), requestOf(shown)),
    fieldOf: IN_BOTH,
    send: (body) => call(changeIncident, { params: { incidentId }, body }),
    onSent: () => done(t.corrected),
  });
}
