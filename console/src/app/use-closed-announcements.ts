import type { CurrentIncident } from '@boreal/contract/fleet/current-incidents.ts';
import { useState } from 'react';

/** Kept in this browser. */
const KEPT = 'boreal.announcements-closed';

interface ClosedAnnouncements {
  readonly isClosed: (incident: CurrentIncident) => boolean;
  readonly close: (incident: CurrentIncident) => void;
}

/** The announcements that a person has read and closed. One of which more is said is shown again. */
export function useClosedAnnouncements(current: readonly CurrentIncident[]): ClosedAnnouncements {
  const [closed, setClosed] = useState(() => (localStorage.getItem(KEPT) ?? '').split(','));
  return {
    isClosed: (incident) => incident.kind === 'announcement' && closed.includes(markOf(incident)),
    close: (incident) => {
      // What is no longer shown is forgotten.
      const marks = current.map(markOf).filter((mark) => mark === markOf(incident) || closed.includes(mark));
      localStorage.setItem(KEPT, marks.join(','));
      setClosed(marks);
    },
  };
}

const markOf = ({ id, saidAt }: CurrentIncident): string => `${id} ${saidAt}`;
