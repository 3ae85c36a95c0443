import { createHash } from 'node:crypto'
import type { LanguageModelV4Message } from '@ai-sdk/provider'
import type { RecordedCall } from '../../models/answer-record.ts'
import { cutWhole } from '../../mask/mask-text.ts'
import type { Steps } from '../../steps/in-turns.ts'
import type { NewPrompts, PromptStep } from '../../store/store.ts'

/** Characters of a text that are kept. */
export const PROMPT_TEXT_MAX_CHARACTERS = 32_000
/** Bytes of the different texts of an answer's prompts that are kept. */
export const PROMPT_BYTES_MAX = 524_288

const tooMany = (characters: number): string => `(not kept: ${characters} characters)`

/** The prompts of an answer with each text once, in steps of one message each. */
export function* describePrompts(
  calls: readonly RecordedCall[],
): Steps<Pick<NewPrompts, 'steps' | 'texts'>> {
  const texts = new Map<string, string>()
  /** Later calls have the messages of earlier ones. */
  const known = new Map<LanguageModelV4Message, string>()
  let bytes = 0
  const steps: PromptStep[] = []
  for (const { model, prompt, tools } of calls) {
    const messages: PromptStep['messages'][number][] = []
    for (const message of prompt) {
      let hash = known.get(message)
      if (hash === undefined) {
        let text = cut(textOf(message))
        const size = Buffer.byteLength(text)
        if (bytes + size > PROMPT_BYTES_MAX) text = tooMany(text.length)
        else bytes += size
        hash = createHash('sha256').update(text).digest('hex')
        texts.set(hash, text)
        known.set(message, hash)
      }
      messages.push({ role: message.role, hash })
      yield
    }
    steps.push({ model, messages, tools })
  }
  return { steps, texts }
}

function cut(text: string): string {
  if (text.length <= PROMPT_TEXT_MAX_CHARACTERS) return text
  const kept = cutWhole(text, PROMPT_TEXT_MAX_CHARACTERS)
  return `${kept}… ${tooMany(text.length - kept.length)}`
}

/** A message as a person reads it; files as their names alone. */
function textOf({ content }: LanguageModelV4Message): string {
  if (typeof content === 'string') return content
  return content.map(partText).join('\n\n')
}

type Part = Exclude<LanguageModelV4Message['content'], string>[number]

function partText(part: Part): string {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text
    case 'tool-call':
      return `${part.toolName}(${JSON.stringify(part.input)})`
    case 'tool-result': {
      const { output } = part
      const told = 'value' in output ? output.value : ''
      return `${part.toolName}: ${typeof told === 'string' ? told : JSON.stringify(told, withoutBytes)}`
    }
    case 'file':
      return `[${part.filename ?? part.mediaType}]`
    default:
      return `[${part.type}]`
  }
}

/** Results may hold images. */
const withoutBytes = (key: string, value: unknown): unknown =>
  key === 'data' && (typeof value === 'string' || value instanceof Uint8Array) ? '[file]' : value
