import { loadComponent } from '../../ui/load-component.ts'

/** Fetches the narration after the first paint: nothing is to be told before the first run. */
export const loadNarration = () =>
  loadComponent(async () => (await import('./narration.tsx')).Narration)
