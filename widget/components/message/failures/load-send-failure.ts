import { loadComponent } from '../../../ui/load-component.ts'

/** Fetches what helps a message that was not sent. */
export const loadSendFailure = () =>
  loadComponent(async () => (await import('./send-failure.tsx')).SendFailure)
/** Fetches what is said beside a message that waits. */
export const loadQueuedNote = () =>
  loadComponent(async () => (await import('./queued-note.tsx')).QueuedNote)
