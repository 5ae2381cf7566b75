import { ActionIcon } from '@mantine/core';
import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { Menu } from './menu.tsx';

/** As high as what stands beside it; in a row it is quiet, for there are many. */
const looks = {
  row: { variant: 'subtle', color: 'gray', size: 24 },
  page: { variant: 'default', size: 30 },
  section: { variant: 'default', size: 36 },
} as const;

interface MoreMenuProps {
  /** What can be done with what: the button has no words. */
  readonly label: string;
  readonly of: keyof typeof looks;
  /** `MenuItem`s. */
  readonly children: ReactNode;
}

/** The three dots behind which stands what else can be done. */
export function MoreMenu({ label, of, children }: MoreMenuProps) {
  return (
    <Menu
      floats
      target={(props) => (
        <ActionIcon {...props} {...looks[of]} aria-label={label} title={label}>
          <Ellipsis size={16} aria-hidden />
        </ActionIcon>
      )}
    >
      {children}
    </Menu>
  );
}
