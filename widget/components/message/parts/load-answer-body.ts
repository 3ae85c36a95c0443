import { loadComponent } from '../../../ui/load-component.ts'

/**
 * Fetches what draws answers, after the first paint: nothing there needs it. Until it comes the words
 * stand alone.
 */
export const loadAnswerBody = () =>
  loadComponent(async () => (await import('./answer-body.tsx')).AnswerBody)
