import { loadComponent } from '../../../ui/load-component.ts'

/** Fetches what serves all messages, after the first paint. Without it they only lack comforts. */
export const loadMessageKeeper = () =>
  loadComponent(async () => (await import('./message-keeper.tsx')).MessageKeeper)
