import { Badge } from '@mantine/core';
import { useShellText } from '../i18n/use-shell-text.ts';
import { useMe } from './account.tsx';
import { Frame } from './frame.tsx';
import { Navigation } from './navigation.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { operatorAreas } from './operator-areas.ts';
import { PersonMenu } from './person-menu.tsx';
import { Preferences } from './preferences.tsx';
import { useSession } from './use-session.ts';

const HOME = '/operator';

/** What operators have around their pages. To everybody else there is nothing here. */
export function OperatorShell() {
  useSession();
  const t = useShellText();
  const { operator } = useMe();
  if (!operator) return <NotFoundPage />;
  return (
    <Frame
      home={HOME}
      navigation={<Navigation entries={operatorAreas.map(({ nav }) => nav)} home={HOME} />}
      bar={
        <>
          <Badge variant="light" color="orange" tt="none" visibleFrom="xs">
            {t.toOperator}
          </Badge>
          <Preferences />
          <PersonMenu side="operator" />
        </>
      }
    />
  );
}
