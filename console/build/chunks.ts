import { join } from 'node:path';

interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[]; readonly dynamicallyImportedIds: readonly string[] } | null;
}

const MANTINE = String.raw`@mantine/core/esm/(?:components|utils)/`;
const packages = (...names: string[]) => new RegExp(`node_modules/(?:${names.join('|')})`);

/** What places things over the page: dialogs, hints, lists that drop down. */
const OVERLAYS = packages(
  '@floating-ui/',
  'react-remove-scroll',
  'react-style-singleton/',
  'use-sidecar/',
  'use-callback-ref/',
  'tslib/',
  'tabbable/',
  '@mantine/hooks/esm/use-(?:click-outside|focus-return|focus-trap|force-update|long-press|previous|window-event)/',
  '@mantine/core/esm/core/utils/(?:close-on-escape|create-event-handler|create-scoped-keydown-handler|find-element-ancestor|find-element-in-shadow-dom|get-default-z-index|get-ref-prop|get-single-element-child|is-element)/',
  `${MANTINE}(?:Modal|ModalBase|Overlay|Popover|Portal|Transition/get-transition-props|Tooltip|FocusTrap|Floating|ScrollArea|Combobox|ComboboxPopover|Select|OptionsDropdown|Timeline|List|Tabs)/`,
);
/** What people fill in. */
const FORMS = packages(
  '@mantine/form/',
  'fast-deep-equal/',
  'klona/',
  'react-number-format/',
  `${MANTINE}Combobox/(?:get-parsed|ComboboxChevron|Combobox.module)`,
  `${MANTINE}ScrollArea/utils/`,
  `${MANTINE}(?:Input|InputBase|InlineInput|InputsGroupFieldset|TextInput|Textarea|PasswordInput|NumberInput|NativeSelect|Checkbox|CheckboxCard|CheckboxIndicator|Divider|Radio|RadioCard|RadioIndicator|Switch|Fieldset|SegmentedControl|FloatingIndicator|Chip|Progress)/`,
  '@mantine/core/esm/core/(?:DirectionProvider|styles-api/use-resolved-styles-api)/',
  '@mantine/hooks/esm/use-(?:debounced-callback|debounced-value|merged-ref|mounted|mutation-observer|shallow-effect|timeout|uncontrolled)/',
  '@mantine/hooks/esm/utils/(?:clamp|shallow-equal)/',
);
/** Icons that neither the bar nor the navigation nor the overview has, by the names of the library's files. */
export const iconsOfPages = [
  'archive',
  'arrow-down',
  'arrow-up',
  'ban',
  'bell',
  'bell-ring',
  'bookmark',
  'chevron-down',
  'chevron-right',
  'circle-check',
  'columns-3',
  'copy',
  'download',
  'ellipsis',
  'file-down',
  'flask-conical',
  'info',
  'plus',
  'shield-question-mark',
  'square-dashed-text',
  'trash',
] as const;
const ICONS_OF_PAGES = packages(`lucide-react/dist/esm/icons/(?:${iconsOfPages.join('|')})\\.mjs`);
/** What only pages of one thing lay out with. */
const LAYOUTS_OF_PAGES = packages(`${MANTINE}(?:Code|Grid|ThemeIcon)/`);
/** Of one page each, which brings it; and what only the palette draws. */
const OF_ONE_PAGE = packages('@noble/', '@simplewebauthn/', 'lucide-react/dist/esm/icons/(?:play|rotate-cw|square|square-terminal)\\.mjs');

/** Drawn by the page of security alone, and by a part of it that operators have, too. */
const OF_SECURITY = packages('qr/');

/** Which file a module goes into. Null: that of whoever loads it, if it is wanted. */
export function chunkOf(id: string, graph: Graph): string | null {
  if (id.includes('node_modules')) return packageOf(id);
  const { overview, signIn, palette, operatorsFrame, areasOf } = mapOf(graph);
  const areas = areasOf.get(id) ?? new Set();
  // What charts are drawn with comes after what one reads.
  if (/\/parts\/chart\/|\/spend\.ts$/.test(id)) return 'charts';
  // A file of its own costs a telephone more than the little that is in it.
  if (WITH_THE_FRAME.test(id)) return 'base';
  if (WITH_OPERATORS_FRAME.test(id)) return 'operator';
  if (OF_AN_ACCOUNTS_PAGE.test(id)) return 'operator-accounts';
  if (AFTERWARDS.some((name) => id.endsWith(name))) return null;
  if (overview.has(id) && !(areas.size === 1 && areas.has('overview'))) return 'base';
  if (signIn.has(id) && areas.size > 1) return 'forms';
  // Who looks something up waits for no page's own chunk, nor that page for the palette.
  if (palette.has(id) && areas.size > 0) return [...areas].some((area) => area.startsWith('operator')) ? 'base' : 'lists';
  // Of these a part of an operator's page knows, too, and not the rest of a customer's profile.
  if (/\/contract\/account\/closing(?:-sentences)?\.ts$/.test(id)) return 'common';
  // What the frame of operators asks, around their own settings, too: the rest of what their pages share is not for those.
  if (/\/(?:contract\/operator\/roles|app\/operator-role)\.ts$/.test(id)) return 'common';
  // What lists are filtered with is small, and what a few pages share is not.
  if (id.endsWith(OPERATOR_SHELL) || LIST_FILTERS.test(id)) return 'operator';
  // Also what it stands on: in the chunk of a few pages, which stands on the frame, one of the two would begin before it has the other.
  if (operatorsFrame.has(id) && [...areas].every((area) => area.startsWith('operator'))) return 'operator';
  const [only, another] = areas;
  if (only === undefined || another === undefined) return only ?? null;
  // Of two pages alone, and no reason for the rest to wait.
  if (id.endsWith('/parts/decisions.tsx')) return 'decisions';
  if ([...areas].every((area) => area.startsWith('billing'))) return 'billing';
  // The words for all that is done are many, and only the two logs say them.
  if ([...areas].every((area) => area.endsWith('audit'))) return 'audit';
  // What only customers' pages share is not for operators, who have the page of security, too.
  if (![...areas].some((area) => area.startsWith('operator') || area === 'security')) return 'customers';
  if (![...areas].every((area) => area.startsWith('operator'))) return 'common';
  if (areas.size > AREAS_OF_A_FEW) return 'operator';
  // Texts and shapes of two or three of their pages are not for the others, and those of the shop's pages least.
  return areas.has('operator-plans') ? 'operator-shop' : 'operator-few';
}

function packageOf(id: string): string | null {
  if (!id.includes('node_modules') || id.endsWith('.css') || OF_ONE_PAGE.test(id)) return null;
  if (OF_SECURITY.test(id)) return 'security';
  if (ICONS_OF_PAGES.test(id) || LAYOUTS_OF_PAGES.test(id)) return 'common';
  if (FORMS.test(id)) return 'forms';
  return OVERLAYS.test(id) ? 'overlays' : 'vendor';
}

/** Our own modules, by what needs them. */
interface Needs {
  /** What the overview needs, and with it nearly every page. */
  readonly overview: ReadonlySet<string>;
  readonly signIn: ReadonlySet<string>;
  /** What customers' palette needs; that of operators is among what all their pages need. */
  readonly palette: ReadonlySet<string>;
  /** What the frame of operators asks for by itself, and what that stands on. */
  readonly operatorsFrame: ReadonlySet<string>;
  /** The areas whose pages need a module at once. */
  readonly areasOf: ReadonlyMap<string, ReadonlySet<string>>;
}

const made = new WeakMap<Graph, Needs>();

function mapOf(graph: Graph): Needs {
  const known = made.get(graph);
  if (known !== undefined) return known;
  const areasOf = new Map<string, Set<string>>();
  const main = neededBy([join(SOURCES, 'main.tsx')], graph);
  const pages = [...main]
    .filter((id) => /\/route[sr]\.tsx$/.test(id))
    .flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
  for (const page of pages) {
    // What only costs need is not for the rest of billing.
    const area = /pages\/(operator\/[^/]+|billing\/costs|[^/]+)\//.exec(page)?.[1]?.replace('/', '-');
    if (area === undefined) continue;
    for (const id of neededBy([page], graph)) areasOf.set(id, (areasOf.get(id) ?? new Set()).add(area));
  }
  const needs = {
    overview: neededBy(
      OVERVIEW.map((name) => join(SOURCES, name)),
      graph,
    ),
    signIn: neededBy(
      SIGN_IN.map((name) => join(SOURCES, name)),
      graph,
    ),
    palette: neededBy([join(SOURCES, PALETTE)], graph),
    operatorsFrame: neededBy(
      [...areasOf.keys()].filter((id) => WITH_OPERATORS_FRAME.test(id)),
      graph,
    ),
    areasOf,
  };
  made.set(graph, needs);
  return needs;
}

/** Their frame; none of their pages is shown without. */
const OPERATOR_SHELL = 'app/operator-shell.tsx';
const LIST_FILTERS = /\/pages\/operator\/parts\/(?:choice|search-box)\.tsx$/;
/** What the frame loads by itself: the counts of what waits, and what a role may see. */
const WITH_THE_FRAME = /\/(?:pages\/approvals\/waiting-approvals|parts\/waiting-count)\.tsx$/;
const WITH_OPERATORS_FRAME =
  /\/(?:pages\/operator\/approvals\/waiting-requests\.tsx|app\/for-role\.tsx|(?:api\/operator|contract\/endpoints\/operator)\/requests\.ts|contract\/operator\/requests\.ts)$/;
/** The end of an account comes after the rest of its page, which has it. */
const OF_AN_ACCOUNTS_PAGE = /\/(?:operator-account-end|operator\/account-end|operator\/accounts\/account-end)\.tsx?$/;
/** Of the dozen areas that operators have. */
const AREAS_OF_A_FEW = 5;

const SOURCES = join(import.meta.dirname, '../src');
/** What the overview loads once it is there. */
const AFTERWARDS = ['pages/billing/spend-chart.tsx'] as const;
const OVERVIEW = ['main.tsx', 'app/customer-shell.tsx', 'pages/overview/overview-page.tsx', ...AFTERWARDS] as const;
/** Loaded when somebody opens it. */
const PALETTE = 'app/palette/customer-palette.tsx';
const SIGN_IN = ['pages/sign-in/login-page.tsx', 'pages/sign-in/sign-up-page.tsx', 'pages/sign-in/came-back-page.tsx'] as const;

/** Our own modules that are loaded with these. Not through packages, whose indexes import everything that they have. */
function neededBy(modules: readonly string[], graph: Graph): Set<string> {
  const seen = new Set<string>();
  const waiting = [...modules];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id) || id.includes('node_modules')) continue;
    seen.add(id);
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return seen;
}
