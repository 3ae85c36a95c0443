import type { LookOptions } from './look-options.ts'

/** Options of a project that are visible before anything of the chat is fetched, by their names in the loader. */
export const LAUNCHER_NAMES = [
  'accent',
  'radius',
  'launcherLabel',
  'launcherIcon',
  'position',
] as const

export type LauncherName = (typeof LAUNCHER_NAMES)[number]

/** The part of a project's look that its launcher wears. */
export type LauncherLook = Readonly<Partial<Record<LauncherName, string>>>

interface ProjectLook extends Pick<LookOptions, 'theme'> {
  readonly launcher?:
    | {
        readonly label?: string | undefined
        readonly icon?: string | undefined
        readonly position?: string | undefined
      }
    | undefined
}

/** Flattens the look in a project's block of the configuration. */
export function toLauncherLook({ theme, launcher }: ProjectLook = {}): LauncherLook {
  const { accent, radius } = typeof theme === 'object' ? theme : {}
  const said = {
    accent,
    radius,
    launcherLabel: launcher?.label,
    launcherIcon: launcher?.icon,
    position: launcher?.position,
  }
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
}
