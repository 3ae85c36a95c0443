import { applyScheme } from '../../widget/theme/apply-scheme.ts'

/** Draws the desk light or dark, as the device does, now and whenever that changes. */
export function followScheme(window: Window): void {
  const isDark = window.matchMedia('(prefers-color-scheme: dark)')
  const apply = () => applyScheme(window.document, isDark.matches ? 'dark' : 'light')
  isDark.addEventListener('change', apply)
  apply()
}
