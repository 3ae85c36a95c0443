import type { Message } from '../../shared/thread/message.ts'
import { createAssistantMessage } from '../../shared/thread/message.ts'
import type { Clock } from '../cloud/clock.ts'
import type { RunningAnswer } from './running-answer.ts'
import type { ThreadLog } from './thread-log.ts'
import type { TurnStream } from './transport.ts'

export interface AdoptSettings {
  readonly log: ThreadLog
  readonly clock: Clock
  readonly closing: AbortSignal
  readonly isRunning: () => boolean
  /** Asks again what runs. */
  readonly find: () => Promise<RunningAnswer | null | undefined>
  /** Loads the rows again, and what runs with them. */
  readonly reload: () => Promise<void>
  readonly follow: (question: Message, answer: Message, stream: TurnStream) => void
}

/**
 * Puts an answer that runs at the server behind its question. Rows and stream were asked for at the
 * same time, so that either may know more than the other.
 */
export function createAdopter(settings: AdoptSettings) {
  const { log, clock, closing, isRunning } = settings
  /** The answer whose question was looked for in newer rows already. */
  let soughtFor: string | undefined

  const messageOf = (rowId: string) => log.tree.get(log.rows.keyOf(rowId) ?? rowId)

  async function adopt(running: RunningAnswer, isAfterRows: boolean): Promise<void> {
    const { userMessageId, answerId, continues } = running.rows
    if (closing.aborted || isRunning()) return running.drop()
    const question = messageOf(userMessageId)
    if (!question) {
      running.drop()
      if (soughtFor === answerId) return
      soughtFor = answerId
      // It was sent while the rows were read; further up than they reach, nobody sees it.
      return settings.reload()
    }
    const known = messageOf(answerId)
    if (!known) return settings.follow(question, createAnswer(answerId), running.stream)
    // With a final status it was saved while the stream was asked for.
    if (known.status?.type !== 'requires-action' || !continues) return running.drop()
    if (isAfterRows) {
      const answer: Message = { ...known, status: { type: 'running' } }
      return settings.follow(question, answer, running.stream)
    }
    // Its row may hold what this stream said, or not: asked for after the row, the stream does not.
    running.drop()
    const again = await settings.find()
    if (again) return adopt(again, true)
    if (again === null) return settings.reload()
  }

  function createAnswer(id: string): Message {
    return createAssistantMessage(id, new Date(clock.now()).toISOString())
  }

  return (running: RunningAnswer): void => void adopt(running, false)
}
