import { createTheme, defaultVariantColorsResolver, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

/** The green of northern lights: one accent on cool, quiet neutrals. */
const boreal: MantineColorsTuple = [
  '#e6f9f4',
  '#d2f0e7',
  '#a6e0cf',
  '#76d0b5',
  '#4fc29f',
  '#34b08c',
  '#1f9977',
  '#137f64',
  '#0b6f56',
  '#065a46',
];
const night: MantineColorsTuple = [
  '#d5dde4',
  '#b5c1cc',
  '#94a3b1',
  '#66788a',
  '#3d4c5b',
  '#2c3947',
  '#202b36',
  '#151d26',
  '#10171e',
  '#0a0f14',
];

/** Colours whose darkest shade is still too light for text. */
const bright: ReadonlySet<string> = new Set(['red', 'orange', 'yellow', 'lime', 'green', 'teal', 'cyan']);

export const theme = createTheme({
  primaryColor: 'boreal',
  primaryShade: { light: 8, dark: 8 },
  colors: { boreal, dark: night },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: { fontWeight: '650', sizes: { h1: { fontSize: '1.6rem' }, h2: { fontSize: '1.2rem' }, h3: { fontSize: '1.02rem' } } },
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    if (input.variant !== 'light' && input.variant !== 'subtle' && input.variant !== 'outline') return colors;
    const name = input.color ?? 'boreal';
    // The library's own shades fall short of 4.5 to 1 on these variants.
    const dark = `var(--mantine-color-${name}-9)`;
    const onLight = bright.has(name) ? `color-mix(in srgb, ${dark} 62%, black)` : dark;
    return { ...colors, color: `light-dark(${onLight}, var(--mantine-color-${name}-3))` };
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
    '--mantine-color-dimmed': '#56636f',
    '--mantine-color-placeholder': '#687581',
    '--mantine-color-error': '#b42318',
    '--mantine-color-text': '#15212b',
    '--boreal-ground': '#f4f7f7',
    '--boreal-raised': '#ffffff',
  },
  dark: {
    '--mantine-color-dimmed': '#9fadba',
    '--mantine-color-placeholder': '#8494a3',
    '--mantine-color-error': '#ff9c93',
    '--boreal-ground': '#10171e',
    '--boreal-raised': '#151d26',
  },
});
