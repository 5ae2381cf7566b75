import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import classes from './menu.module.css';

/** What a menu's button must have. */
export interface MenuTarget {
  readonly id: string;
  readonly onClick: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly 'aria-haspopup': 'menu';
  readonly 'aria-expanded': boolean;
  readonly 'aria-controls': string | undefined;
}

interface MenuProps {
  readonly target: (props: MenuTarget) => ReactNode;
  /** Above the entries. */
  readonly head?: ReactNode;
  /** Its button may be anywhere on the page, also in a table that scrolls. */
  readonly floats?: boolean;
  /** `MenuItem`s, or links with `menuItem`. */
  readonly children: ReactNode;
}

const ENTRIES = '[role^=menuitem]';
/** px */
const GAP = 6;

/**
 * A button with a menu, as ARIA describes it: arrows go through the entries, Escape leads back to the button. The library's own
 * brings its machinery for placing things anywhere, a sixth of a first load; ours are in corners, whose places are known.
 */
export function Menu({ target, head, floats = false, children }: MenuProps) {
  const [open, setOpen] = useState(false);
  const around = useRef<HTMLDivElement>(null);
  const id = useId();
  const close = ({ andReturn }: { andReturn: boolean }) => {
    setOpen(false);
    if (andReturn) document.getElementById(`${id}-button`)?.focus();
  };

  useLayoutEffect(() => {
    if (!open || !floats) return;
    const place = () => placeBeside(around.current);
    place();
    // A telephone that is turned.
    addEventListener('resize', place);
    return () => removeEventListener('resize', place);
  }, [open, floats]);

  useEffect(() => {
    if (!open) return;
    // It would stay where it was while its button goes. A long one scrolls itself.
    const leave = ({ target: scrolled }: Event) => {
      if (!(scrolled instanceof Node && around.current?.contains(scrolled))) setOpen(false);
    };
    if (floats) addEventListener('scroll', leave, { capture: true });
    return () => removeEventListener('scroll', leave, { capture: true });
  }, [open, floats]);

  useEffect(() => {
    if (!open) return;
    entriesOf(around.current)[0]?.focus({ preventScroll: floats });
    const elsewhere = ({ target: at }: PointerEvent) => {
      if (at instanceof Node && around.current?.contains(at) !== true) setOpen(false);
    };
    document.addEventListener('pointerdown', elsewhere);
    return () => document.removeEventListener('pointerdown', elsewhere);
  }, [open, floats]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return close({ andReturn: true });
    // The next stop is that after the button, and no entry of a menu that is gone.
    if (event.key === 'Tab') return close({ andReturn: true });
    const all = entriesOf(around.current);
    const here = all.findIndex((entry) => entry === document.activeElement);
    const next = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: -1 }[event.key];
    if (next === undefined || all.length === 0) return;
    event.preventDefault();
    all.at(next % all.length)?.focus();
  };

  return (
    <div className={classes.around} ref={around}>
      {target({
        id: `${id}-button`,
        onClick: () => setOpen((was) => !was),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        },
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
      })}
      {open && (
        <div className={classes.menu}>
          {head !== undefined && <div className={classes.head}>{head}</div>}
          <div
            id={id}
            role="menu"
            aria-labelledby={`${id}-button`}
            tabIndex={-1}
            onKeyDown={onKeyDown}
            // What was chosen is done by the entry itself.
            onClick={() => close({ andReturn: true })}
          >
            {children}
          </div>
        </div>
      )}
    </div>
  );
}

/** Below its button, or above it where there is no room; never off the screen. */
function placeBeside(around: HTMLElement | null): void {
  const menu = around?.lastElementChild;
  if (!(menu instanceof HTMLElement) || !around) return;
  menu.style.position = 'fixed';
  const { top, bottom, right } = around.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const fits = bottom + GAP + height <= innerHeight;
  menu.style.inset = `${fits ? bottom + GAP : Math.max(GAP, top - GAP - height)}px auto auto ${Math.min(Math.max(GAP, right - width), innerWidth - width - GAP)}px`;
}

function entriesOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>(ENTRIES) ?? [])];
}

interface MenuItemProps {
  readonly onClick: () => void;
  readonly icon?: ReactNode;
  readonly current?: boolean;
  readonly lang?: string;
  /** Why it cannot be chosen now; it stays in place and says so. */
  readonly reason?: string | null;
  /** Cannot be undone. */
  readonly destructive?: boolean;
  readonly children: ReactNode;
}

export function MenuItem({ onClick, icon, current = false, lang, reason = null, destructive = false, children }: MenuItemProps) {
  const id = useId();
  const state = { lang, 'aria-current': current ? ('true' as const) : undefined, 'data-destructive': destructive || undefined };
  if (reason === null) {
    return (
      <button type="button" {...menuItem} {...state} onClick={onClick}>
        {icon}
        {children}
      </button>
    );
  }
  return (
    <div role="none" className={classes.barred}>
      <button
        type="button"
        {...menuItem}
        {...state}
        aria-disabled
        aria-describedby={id}
        // The menu stays open, where the reason stands.
        onClick={(event) => event.stopPropagation()}
      >
        {icon}
        {children}
      </button>
      <span id={id}>{reason}</span>
    </div>
  );
}

/** Sets one kind of entries apart from another. */
export function MenuLine() {
  return <hr className={classes.line} />;
}

/** An entry that is on or off; the menu stays open for the next. */
export function MenuCheck({ checked, onChange, children }: { checked: boolean; onChange: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      {...menuItem}
      role="menuitemcheckbox"
      aria-checked={checked}
      onClick={(event) => {
        event.stopPropagation();
        onChange();
      }}
    >
      <span aria-hidden className={classes.check} />
      {children}
    </button>
  );
}

/** What makes a link an entry of a menu. */
export const menuItem = { role: 'menuitem', tabIndex: -1, className: classes.item } as const;
