import type { LanguageModelV4Message, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type { TextWasThought } from './read-thoughts.ts'
import type { ReadCall } from './tool-set.ts'

type Content = Extract<LanguageModelV4Message, { readonly role: 'assistant' }>['content']
type ContentPart = Content[number]
type WordsPart = Extract<ContentPart, { readonly type: 'text' | 'reasoning' }>

type Part =
  | Exclude<LanguageModelV4StreamPart, { readonly type: 'tool-call' }>
  | TextWasThought
  | { readonly type: 'start-step' }
  | { readonly type: 'tool-call'; readonly call: ReadCall }

/**
 * The model's content of one step, for the prompt of the next: providers want to read it as they wrote it.
 */
export interface StepContent {
  add(part: Part): void
  take(): Content
}

/** For the last step, whose content is not needed. */
export const KEEPS_NOTHING: StepContent = { add() {}, take: () => [] }

export function createStepContent(): StepContent {
  const content: ContentPart[] = []
  /** Open texts and reasonings, by kind and name. */
  const open = new Map<string, WordsPart>()

  function addWords(
    kind: WordsPart['type'],
    { id, delta = '', providerMetadata }: WordsChunk,
    isEnd = false,
  ) {
    const key = `${kind} ${id}`
    const part: WordsPart = open.get(key) ?? { type: kind, text: '' }
    if (!open.has(key)) content.push(part)
    open.set(key, part)
    part.text += delta
    // The last metadata counts: a signature follows the text that it signs.
    if (providerMetadata) part.providerOptions = providerMetadata
    if (isEnd) open.delete(key)
  }

  function toThought(id: string) {
    const key = `text ${id}`
    const text = open.get(key)
    open.delete(key)
    if (text) content[content.indexOf(text)] = { type: 'reasoning', text: text.text }
  }

  function add(part: Part) {
    switch (part.type) {
      case 'text-was-thought':
        return toThought(part.id)
      case 'text-start':
      case 'text-delta':
      case 'text-end':
        return addWords('text', part, part.type === 'text-end')
      case 'reasoning-start':
      case 'reasoning-delta':
      case 'reasoning-end':
        return addWords('reasoning', part, part.type === 'reasoning-end')
      case 'tool-call':
        return void content.push(toCallPart(part.call))
      case 'tool-result':
        return void content.push(toResultPart(part))
      case 'custom': {
        const { kind, providerMetadata } = part
        return void content.push({ type: 'custom', kind, ...optionsOf(providerMetadata) })
      }
      case 'file':
      case 'reasoning-file': {
        const { type, mediaType, data, providerMetadata } = part
        return void content.push({ type, mediaType, data, ...optionsOf(providerMetadata) })
      }
      default:
        return undefined
    }
  }

  const isSaid = (part: ContentPart) =>
    part.type !== 'text' || part.text !== '' || part.providerOptions !== undefined
  return { add, take: () => content.filter(isSaid) }
}

type Metadata = WordsPart['providerOptions']

interface WordsChunk {
  readonly id: string
  readonly delta?: string
  readonly providerMetadata?: Metadata
}

const optionsOf = (metadata: Metadata) => (metadata ? { providerOptions: metadata } : {})

function toCallPart(call: ReadCall): ContentPart {
  const { type, toolCallId, toolName, input, providerOptions } = call
  // Providers accept only an object; the result reports the fault.
  const isObject = typeof input === 'object' && input !== null
  return {
    type: 'tool-call',
    toolCallId,
    toolName,
    input: type === 'wrong' && !isObject ? {} : input,
    ...(type === 'provider' ? { providerExecuted: true } : {}),
    ...optionsOf(providerOptions),
  }
}

/** Result of a call that the provider ran itself. */
function toResultPart({
  toolCallId,
  toolName,
  result,
  isError,
  providerMetadata,
}: Extract<LanguageModelV4StreamPart, { readonly type: 'tool-result' }>): ContentPart {
  return {
    type: 'tool-result',
    toolCallId,
    toolName,
    output: { type: isError === true ? 'error-json' : 'json', value: result },
    ...optionsOf(providerMetadata),
  }
}
