import type { ComponentType } from 'react'
import type { TrayProps } from './tray.tsx'

/** Fetches what shows the files of a draft, with the first of them. */
export async function loadTray(): Promise<{ default: ComponentType<TrayProps> }> {
  try {
    const { Tray } = await import('./tray.tsx')
    return { default: Tray }
  } catch {
    return { default: () => null }
  }
}
