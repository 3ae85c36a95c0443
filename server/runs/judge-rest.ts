import { AlcoveError } from '../../shared/errors.ts'
import type { Message, MessagePart, ToolCallPart } from '../../shared/thread/message.ts'
import type { BoundHooks, ModelWords } from '../models/hooks.ts'
import { failureName } from '../models/model-log.ts'
import { HookRefusal, isOperatorEnd, OperatorCallError } from '../models/operator-call-error.ts'
import { refusalText } from '../models/provider-failure.ts'
import { firstParts } from '../models/step-memory.ts'
import type { RunSetup } from './drive-run.ts'

const NEVER = new AbortController().signal

/**
 * Judges words that an answer had told when it was stopped or broke off, before it is saved. Withdrawn words
 * leave the sentence of the hook.
 */
export function createJudge(
  judge: BoundHooks['afterModel'],
  onError: (error: unknown) => void,
): RunSetup['judge'] {
  if (!judge) return undefined
  return async (answer, from) => {
    const [told, rest] = [firstParts(answer, from), answer.content.slice(from)]
    const words = wordsOf(rest)
    if (words.text === '' && words.reasoning === '') return answer
    try {
      const judged = await judge(words, NEVER)
      return judged === words
        ? answer
        : { ...told, content: [...told.content, ...rewrite(rest, judged)] }
    } catch (error) {
      if (!(error instanceof HookRefusal)) onError(describe(error))
      return { ...told, status: withdrawn(error) }
    }
  }
}

/** Without its cause, which may quote a person. */
const describe = (error: unknown): AlcoveError =>
  new AlcoveError('unavailable', `A function of the operator failed: ${failureName(error)}.`)

const isWords = ({ type }: MessagePart): boolean => type === 'text' || type === 'reasoning'

function wordsOf(parts: readonly MessagePart[]): ModelWords {
  const join = (type: 'text' | 'reasoning') =>
    parts.map((part) => (part.type === type ? part.text : '')).join('')
  const calls = parts.filter((part): part is ToolCallPart => part.type === 'tool-call')
  return {
    text: join('text'),
    reasoning: join('reasoning'),
    toolCalls: calls.map(({ toolName, args }) => ({ toolName, args })),
  }
}

function rewrite(
  parts: readonly MessagePart[],
  { text, reasoning }: ModelWords,
): readonly MessagePart[] {
  const words: readonly MessagePart[] = [
    { type: 'reasoning', text: reasoning },
    { type: 'text', text },
  ]
  return [
    ...words.filter((part) => 'text' in part && part.text !== ''),
    ...parts.filter((part) => !isWords(part)),
  ]
}

function withdrawn(error: unknown): NonNullable<Message['status']> {
  const known = isOperatorEnd(error)
    ? error
    : new OperatorCallError('afterModel', failureName(error))
  return { type: 'incomplete', reason: 'error', error: refusalText(known) }
}
