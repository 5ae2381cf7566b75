import { labelText, type ServerLabel } from '@boreal/contract/servers/labels.ts';
import { LinkAnchor } from '../../../parts/page-links.tsx';
import classes from './label-tags.module.css';
import { useDescriptionText } from './text.ts';

interface LabelTagsProps {
  readonly labels: readonly ServerLabel[];
  /** Where the list of servers is shown already. */
  readonly onChoose?: (label: string) => void;
}

/** A server's labels; pressing one lists all servers that have it. */
export function LabelTags({ labels, onChoose }: LabelTagsProps) {
  const t = useDescriptionText();
  return labels.map((label) => {
    const text = labelText(label);
    return (
      <LinkAnchor
        key={label.key}
        to="/console/servers"
        search={{ label: text }}
        className={classes.tag}
        title={t.filterBy(text)}
        underline="never"
        onClick={(event) => {
          if (onChoose === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          onChoose(text);
        }}
      >
        <bdi>{label.key}</bdi>=<bdi>{label.value}</bdi>
      </LinkAnchor>
    );
  });
}
