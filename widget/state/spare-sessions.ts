import type { SessionFacts } from './session-facts.ts'

/** Answers that are followed in threads that are not shown: each holds one of a browser's few connections. */
export const HIDDEN_RUNS_MAX = 3
/** Threads that are kept ready to be shown again at once. */
export const HIDDEN_IDLE_MAX = 3

export interface KeptSession {
  readonly slotId: string
  readonly facts: Pick<SessionFacts, 'isRunning' | 'isHolding'>
}

/**
 * Sessions that can be let go, since the server has all of them: those that were left longest ago.
 *
 * @param sessions in the order in which they were left, without the one that is shown.
 */
export function findSpareSessions<Session extends KeptSession>(
  sessions: readonly Session[],
): readonly Session[] {
  const free = sessions.filter(({ facts }) => !facts.isHolding)
  const running = free.filter(({ facts }) => facts.isRunning)
  const idle = free.filter(({ facts }) => !facts.isRunning)
  return [
    ...running.slice(0, Math.max(0, running.length - HIDDEN_RUNS_MAX)),
    ...idle.slice(0, Math.max(0, idle.length - HIDDEN_IDLE_MAX)),
  ]
}
