import { createTheme, type CSSVariablesResolver } from '@mantine/core';

/** Dense, for a day's work: small controls, tight tables, one colour for everything clickable. */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 8, dark: 8 },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", "DejaVu Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", monospace',
  headings: { fontWeight: '600', sizes: { h1: { fontSize: '1.375rem' }, h2: { fontSize: '1.0625rem' } } },
  components: {
    Button: { defaultProps: { size: 'xs' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    TextInput: { defaultProps: { size: 'xs' } },
    PasswordInput: { defaultProps: { size: 'xs' } },
    NumberInput: { defaultProps: { size: 'xs' } },
    Select: { defaultProps: { size: 'xs' } },
    MultiSelect: { defaultProps: { size: 'xs' } },
    TagsInput: { defaultProps: { size: 'xs' } },
    Autocomplete: { defaultProps: { size: 'xs' } },
    Textarea: { defaultProps: { size: 'xs', autosize: true, minRows: 2 } },
    Checkbox: { defaultProps: { size: 'xs' } },
    Switch: { defaultProps: { size: 'xs' } },
    SegmentedControl: { defaultProps: { size: 'xs' } },
    DateInput: { defaultProps: { size: 'xs' } },
    Table: { defaultProps: { verticalSpacing: 6, horizontalSpacing: 'sm', fz: 'sm' } },
    Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 500 } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
    Modal: { defaultProps: { centered: true, closeButtonProps: { 'aria-label': 'Close' } } },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Anchor: { defaultProps: { underline: 'hover' } },
  },
});

/** Mantine's dimmed grey, and its coloured text on light backgrounds, have too little contrast for WCAG AA. */
export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    ...lightTexts(['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'indigo', 'gray', 'grape'], 9),
    '--mantine-color-yellow-light-color': '#7a4100',
    '--mantine-color-orange-light-color': '#8f2f00',
    '--mantine-color-green-light-color': '#1b5e27',
    '--mantine-color-teal-light-color': '#066046',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-anchor': 'var(--mantine-color-indigo-3)',
    ...lightTexts(['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'indigo', 'gray', 'grape'], 2),
  },
});

function lightTexts(colors: string[], shade: number): Record<string, string> {
  return Object.fromEntries(
    colors.map((color) => [`--mantine-color-${color}-light-color`, `var(--mantine-color-${color}-${shade})`]),
  );
}
