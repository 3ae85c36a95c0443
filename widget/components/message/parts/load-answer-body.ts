import { loadComponent } from '../../../ui/load-component.ts'
import { PlainBody } from './plain-body.tsx'

/**
 * Fetches what draws answers, after the first paint: nothing there needs it. When it cannot be had,
 * the words stand alone.
 */
export const loadAnswerBody = () =>
  loadComponent(async () => (await import('./answer-body.tsx')).AnswerBody, PlainBody)
