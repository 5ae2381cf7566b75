import { createTheme, defaultVariantColorsResolver, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

/** The site's green, from its soft grounds to its ink; the shade of its buttons is 8 by day and 3 by night. */
const boreal: MantineColorsTuple = [
  '#eef7f2',
  '#dcefe4',
  '#b3dfca',
  '#7ddbb0',
  '#6fd0a6',
  '#35a67f',
  '#1d8a69',
  '#187558',
  '#14604a',
  '#0d4a38',
];
/** The site's night: text, lines, surfaces, ground. */
const night: MantineColorsTuple = [
  '#e8f1ec',
  '#c8d7cf',
  '#a9bcb3',
  '#7f968b',
  '#35503f',
  '#24392f',
  '#1a2c25',
  '#10201b',
  '#0a1512',
  '#071410',
];
/** The site's paper and ink. */
const stone: MantineColorsTuple = [
  '#f6f7f3',
  '#eef1ea',
  '#e4e9e2',
  '#d8dfd7',
  '#c0cac1',
  '#a2afa6',
  '#7a8981',
  '#4a5b54',
  '#2b3b34',
  '#12211c',
];

/** Colours whose darkest shade is still too light for text. */
const bright: ReadonlySet<string> = new Set(['red', 'orange', 'yellow', 'lime', 'green', 'teal', 'cyan']);

export const theme = createTheme({
  primaryColor: 'boreal',
  primaryShade: { light: 8, dark: 3 },
  colors: { boreal, dark: night, gray: stone },
  // The site's, which serves it; the second has its proportions (app/font.css), so that nothing moves when it comes.
  fontFamily: '"Schibsted Grotesk", "Schibsted Fallback", ui-sans-serif, system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: {
    fontWeight: '650',
    sizes: { h1: { fontSize: '1.6rem', lineHeight: '1.2' }, h2: { fontSize: '1.2rem' }, h3: { fontSize: '1.02rem' } },
  },
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    // By night fills are bright: see primaryShade.
    if (input.variant === 'filled') return { ...colors, color: 'light-dark(#fff, #06140f)' };
    if (input.variant !== 'light' && input.variant !== 'subtle' && input.variant !== 'outline') return colors;
    const name = input.color ?? 'boreal';
    // The library's own shades fall short of 4.5 to 1 on these variants.
    const dark = `var(--mantine-color-${name}-9)`;
    const onLight = bright.has(name) ? `color-mix(in srgb, ${dark} 62%, black)` : dark;
    const color = `light-dark(${onLight}, var(--mantine-color-${name}-3))`;
    return { ...colors, color, ...(input.variant === 'outline' && { border: `1px solid ${color}` }) };
  },
  components: {
    // Not cut off where a table is narrow.
    Badge: { defaultProps: { variant: 'light', tt: 'none', miw: 'max-content' } },
    Card: { defaultProps: { withBorder: true, padding: 'lg' } },
    Modal: { defaultProps: { centered: true } },
    Tooltip: { defaultProps: { multiline: true, maw: 320, events: { hover: true, focus: true, touch: true } } },
    Table: { defaultProps: { verticalSpacing: 'sm' } },
  },
});

/** Text that the library makes too faint to read. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#4a5b54',
    '--mantine-color-placeholder': '#66756d',
    '--mantine-color-disabled-color': '#566660',
    '--mantine-color-error': '#97231b',
    '--mantine-color-text': '#12211c',
    '--mantine-color-body': '#ffffff',
    '--boreal-ground': '#f6f7f3',
    '--boreal-raised': '#ffffff',
    '--boreal-line': '#d8dfd7',
    '--boreal-hover': '#e9ede7',
    '--boreal-chosen': '#dcefe4',
    '--boreal-accent': '#14604a',
  },
  dark: {
    '--mantine-color-dimmed': '#a9bcb3',
    '--mantine-color-placeholder': '#8da198',
    '--mantine-color-error': '#ffaea3',
    '--mantine-color-text': '#e8f1ec',
    '--boreal-ground': '#0a1512',
    '--boreal-raised': '#10201b',
    '--boreal-line': '#24392f',
    '--boreal-hover': '#1a2c25',
    '--boreal-chosen': '#143528',
    '--boreal-accent': '#7ddbb0',
  },
});
