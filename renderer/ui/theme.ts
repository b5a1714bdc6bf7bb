/**
 * The look: one accent (petrol), cool neutral greys, and colours that mean something (state, quality, commodity).
 * Chart colours live in `tokens.css`, because they change with the scheme.
 */
import { createTheme, type MantineColorsTuple } from '@mantine/core';

const petrol: MantineColorsTuple = [
  '#eaf6f7',
  '#d2eaed',
  '#a5d5da',
  '#74bec6',
  '#4aaab4',
  '#2997a2',
  '#12828e',
  '#0b6b74',
  '#08565e',
  '#06434a',
];

const gray: MantineColorsTuple = [
  '#f7f8fa',
  '#eff1f4',
  '#e3e7ec',
  '#d2d8e0',
  '#b2bbc7',
  '#8c97a6',
  '#5f6a78',
  '#4a5460',
  '#323a44',
  '#1d232b',
];

/** Dark scheme neutrals: 0 is text, 7 the page. */
const dark: MantineColorsTuple = [
  '#dbe0e7',
  '#bcc4cf',
  '#98a3b1',
  '#717c8a',
  '#39414c',
  '#2b323b',
  '#21272f',
  '#171b21',
  '#12151a',
  '#0d1014',
];

export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 7 },
  autoContrast: true,
  colors: { petrol, gray, dark },
  fontFamily: 'Inter, "Segoe UI", system-ui, -apple-system, "Noto Sans", "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", "JetBrains Mono", Menlo, Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.3' },
      h2: { fontSize: '1rem', lineHeight: '1.35' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close this message' } } },
    Button: { defaultProps: { size: 'xs' } },
    Modal: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    SegmentedControl: { defaultProps: { transitionDuration: 0 } },
    Anchor: { defaultProps: { underline: 'always' } },
    Tooltip: { defaultProps: { openDelay: 350, withArrow: false, multiline: true, maw: 320 } },
    Badge: {
      styles: { root: { fontSize: '0.6875rem', height: 19 } },
      defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 600 },
    },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    // Its first item has the focus at once: a menu may have nothing else in it that can.
    Menu: { defaultProps: { shadow: 'md', withinPortal: true, withInitialFocusPlaceholder: false } },
  },
});
