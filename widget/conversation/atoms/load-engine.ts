import { later } from '../../../shared/later.ts'
import type * as engineType from '../main.ts'

export type Engine = typeof engineType

/**
 * Fetches what sends and receives. The calls come with it: when the network is away nothing could
 * fetch them.
 */
export const loadEngine = later(async (): Promise<Engine> => {
  const [engine] = await Promise.all([import('../main.ts'), import('../../api/chat-calls.ts')])
  return engine
})
