import { loadComponent } from '../../../ui/load-component.ts'

/** Fetches the actions of messages, once and for all of them, after the first paint. */
export const loadMessageActions = () =>
  loadComponent(async () => (await import('./message-actions.tsx')).MessageActions)
