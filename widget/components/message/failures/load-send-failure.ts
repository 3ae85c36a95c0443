import { loadComponent } from '../../../ui/load-component.ts'

/** Fetches what helps a message that was not sent. */
export const loadSendFailure = () =>
  loadComponent(async () => (await import('./send-failure.tsx')).SendFailure)
