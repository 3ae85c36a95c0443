import { ERROR_TEXTS } from '../../shared/error-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { createMessageId } from '../../shared/ids.ts'
import { createAssistantMessage, type Message } from '../../shared/thread/message.ts'
import type { TurnPlan } from './conversation-state.ts'
import type { SendReceipt } from './outgoing-message.ts'
import type { FailedAction, ThreadChange } from './thread-change.ts'
import type { ThreadLog } from './thread-log.ts'
import type { UiPart } from './transport.ts'
import type { Turns } from './turns.ts'

export interface AnswersSettings {
  readonly log: ThreadLog
  readonly turns: Pick<Turns, 'begin'>
  /** No server keeps the answers: this browser does. */
  readonly savesHere: boolean
  /** The time, as messages say it. */
  readonly now: () => string
  readonly tell: (change: ThreadChange) => void
}

/** The ways in which an answer begins. Each only while none runs. */
export interface Answers {
  /** To a message that stands at the end of the log. */
  submit(question: Message, receipt?: SendReceipt): void
  /** To an unsent message, which moves to the end, or where a sent one lacks its answer. */
  again(question: Message): void
  /** Beside an answer; to a message that the server does not have as if it was sent again. */
  regenerate(answer: Message): void
  /** Goes on with an answer whose calls have these outcomes by now. */
  proceed(answer: Message, outcomes: readonly UiPart[]): void
  /** What was decided about the calls of an answer, and the server was told in vain; by its id. */
  readonly untold: Map<string, readonly UiPart[]>
  /** Says that somebody stopped an answer whose calls have these outcomes: it does not go on. */
  conclude(answer: Message, outcomes: readonly UiPart[]): void
}

export function createAnswers({ log, turns, savesHere, now, tell }: AnswersSettings): Answers {
  const untold = new Map<string, readonly UiPart[]>()

  function answerAnew(plan: Omit<TurnPlan, 'answer' | 'outcomes'>) {
    const answer = createAssistantMessage(createMessageId(), now())
    turns.begin({ ...plan, answer, outcomes: [] })
  }

  const submit = (question: Message, receipt?: SendReceipt) =>
    answerAnew({ kind: 'submit', question, replaced: null, receipt })

  function ask(question: Message, replaced: Message | null) {
    // An answer that the server does not have is no branch.
    if (!savesHere && replaced && log.rows.rowOf(replaced.id) === undefined) log.remove(replaced.id)
    answerAnew({ kind: 'regenerate', question, replaced })
  }

  function again(question: Message) {
    if (log.rows.rowOf(question.id) !== undefined) return ask(question, null)
    log.markUnsent(question.id, false)
    log.moveToEnd(question.id)
    submit(question)
  }

  /** What an answer answers; without that it can neither go on nor be made again. */
  function questionOf(answer: Message, during: FailedAction): Message | undefined {
    const question = log.tree.get(log.tree.parentOf(answer.id) ?? '')
    if (question) return question
    const error = new AlcoveError('not_found', ERROR_TEXTS.noOriginalMessages)
    tell({ type: 'failure', during, error })
    return undefined
  }

  function goOn(answer: Message, outcomes: readonly UiPart[], isStopped: boolean) {
    const question = questionOf(answer, 'tool')
    if (!question) return
    untold.delete(answer.id)
    const going: Message = { ...answer, status: { type: 'running' } }
    turns.begin({ kind: 'continue', question, answer: going, replaced: null, outcomes, isStopped })
  }

  return {
    submit,
    again,
    regenerate(answer) {
      const question = questionOf(answer, 'reload')
      if (!question) return
      if (savesHere || log.rows.rowOf(question.id) !== undefined) return ask(question, answer)
      if (question.role !== 'user') return
      log.remove(answer.id)
      again(question)
    },
    untold,
    proceed: (answer, outcomes) => goOn(answer, outcomes, false),
    conclude(answer, outcomes) {
      // What no server keeps, nobody is told of.
      if (!savesHere) goOn(answer, outcomes, true)
    },
  }
}
