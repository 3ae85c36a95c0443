import { loadComponent } from '../../../ui/load-component.ts'

/** Fetches the cards that ask a person, with the first call that waits for one. */
export const loadToolDecision = () =>
  loadComponent(async () => (await import('./tool-decision.tsx')).ToolDecision)
