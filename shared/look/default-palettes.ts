import type { Palette } from './colors.ts'

/**
 * The palettes without an accent, "Margin dot" in Pine: equal to `tokens.css`, for overrides of single
 * colours.
 */
export const DEFAULT_PALETTES: Readonly<Record<'light' | 'dark', Palette>> = {
  light: {
    canvas: '#f7fbfa',
    surface: '#ffffff',
    raised: '#ffffff',
    sunken: '#eef4f2',
    'soft-accent': '#e1f3ee',
    hairline: '#dae1df',
    control: '#838b89',
    text: '#1a1f1e',
    'text-muted': '#59615f',
    'text-faint': '#666e6c',
    link: '#0f6b5c',
    accent: '#0f6b5c',
    'on-accent': '#ffffff',
    'accent-hover': '#006152',
    focus: '#0f6b5c',
    danger: '#c04442',
    'danger-bg': '#ffeeec',
    warning: '#9b6200',
    'warning-bg': '#fcf0e3',
    success: '#008039',
  },
  dark: {
    canvas: '#101413',
    surface: '#171a19',
    raised: '#1f2322',
    sunken: '#0c0f0e',
    'soft-accent': '#13322b',
    hairline: '#303634',
    control: '#798380',
    text: '#e8f1ee',
    'text-muted': '#bbc5c2',
    'text-faint': '#a9b4b1',
    link: '#79c9b7',
    accent: '#6ebeac',
    'on-accent': '#101010',
    'accent-hover': '#79c9b7',
    focus: '#6ebeac',
    danger: '#ff9b93',
    'danger-bg': '#3b1c1a',
    warning: '#f9a427',
    'warning-bg': '#362207',
    success: '#58cd78',
  },
}
