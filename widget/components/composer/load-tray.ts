import { loadComponent } from '../../ui/load-component.ts'

/** Fetches what shows the files of a draft, with the first of them. */
export const loadTray = () => loadComponent(async () => (await import('./tray.tsx')).Tray)
