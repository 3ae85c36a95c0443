import { isPlainObject, type JsonObject } from '../../shared/json.ts'

/** The text of an event in a provider's stream. */
export interface ProviderEvent {
  /** Number of characters that the provider's package emits for it, as text or as reasoning. */
  readonly spoken: number
  /** Present if the event has text and nothing else. */
  readonly words?: Words
}

export interface Words {
  readonly text: string
  /** Events with the same name belong to one text, or to one reasoning. */
  readonly name: string
  /** Makes the same event with another text. */
  readonly write: (text: string) => JsonObject
}

const SILENT: ProviderEvent = { spoken: 0 }

/**
 * Reads an event of chat completions, Anthropic's messages or OpenAI's responses; `undefined` for an unknown
 * one.
 */
export function readProviderEvent(event: unknown): ProviderEvent | undefined {
  if (!isPlainObject(event)) return undefined
  const fields = event as JsonObject
  const { type } = fields
  if (type === undefined) return readCompletion(fields)
  if (typeof type !== 'string') return undefined
  if (SILENT_TYPES.has(type)) return SILENT
  return READERS[type]?.(fields)
}

/** Events of Anthropic's messages and OpenAI's responses without text. */
const SILENT_TYPES = new Set([
  'ping',
  'message_start',
  'content_block_stop',
  'message_delta',
  'message_stop',
  'response.created',
  'response.in_progress',
  'response.output_item.added',
  'response.output_item.done',
  'response.content_part.added',
  'response.content_part.done',
  'response.output_text.done',
  'response.reasoning_summary_part.added',
  'response.reasoning_summary_part.done',
  'response.reasoning_summary_text.done',
  'response.function_call_arguments.delta',
  'response.function_call_arguments.done',
  'response.completed',
  'response.incomplete',
])

const READERS: Readonly<Record<string, (event: JsonObject) => ProviderEvent | undefined>> = {
  content_block_start: readBlockStart,
  content_block_delta: readBlock,
  'response.output_text.delta': (event) => readResponse(event, 'content_index'),
  'response.reasoning_summary_text.delta': (event) => readResponse(event, 'summary_index'),
}

/**
 * Fields with content besides words that the package or our own code reads. All others say nothing of the answer:
 * servers add their own to each event, for example results of a filter or numbers of tokens.
 */
const EVENT_CONTENT = ['citations', 'search_results']
const CHOICE_CONTENT = ['message']
const DELTA_CONTENT = ['tool_calls', 'function_call', 'refusal', 'annotations', 'images']

function readCompletion(event: JsonObject): ProviderEvent | undefined {
  const { choices } = event
  if (!Array.isArray(choices) || 'error' in event) return undefined
  const [choice = null, another] = choices
  if (!isPlainObject(choice)) return SILENT
  const { index = 0, delta = null, finish_reason = null } = choice
  if (!isPlainObject(delta)) return SILENT
  const { content = null, refusal = null, reasoning = null } = delta
  const thought = delta['reasoning_content'] ?? reasoning
  const [said, thoughts] = [content ?? '', thought ?? '']
  // Parts of content are text too, but in another form.
  if (typeof said !== 'string' || typeof thoughts !== 'string') return undefined
  // The package says a refusal as text.
  const refused = typeof refusal === 'string' ? refusal.length : 0
  const spoken = said.length + thoughts.length + refused
  const isMere =
    (said === '') !== (thoughts === '') &&
    another === undefined &&
    index === 0 &&
    finish_reason === null &&
    isWithout(event, EVENT_CONTENT) &&
    isWithout(choice, CHOICE_CONTENT) &&
    isWithout(delta, DELTA_CONTENT)
  if (!isMere) return { spoken }
  const field = said !== '' ? 'content' : 'reasoning_content'
  const write = (text: string): JsonObject => ({
    ...event,
    choices: [{ ...choice, delta: { ...delta, [field]: text } as JsonObject }],
  })
  return { spoken, words: { text: said + thoughts, name: field, write } }
}

/** True if each field is missing or empty. */
const isWithout = (fields: Readonly<Record<string, unknown>>, names: readonly string[]): boolean =>
  names.every((name) => isEmpty(fields[name]))

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

/** A block may start with text, in another form. */
function readBlockStart({ content_block: block = null }: JsonObject): ProviderEvent | undefined {
  if (!isPlainObject(block)) return undefined
  const { type, text = '', thinking = '' } = block
  if (type === 'tool_use') return SILENT
  const isEmpty = (type === 'text' || type === 'thinking') && text === '' && thinking === ''
  return isEmpty ? SILENT : undefined
}

/** The field with the text, by the type of the delta. */
const BLOCK_WORDS: Readonly<Record<string, string>> = {
  text_delta: 'text',
  thinking_delta: 'thinking',
}
const SILENT_DELTAS = new Set(['input_json_delta', 'signature_delta', 'citations_delta'])

function readBlock(event: JsonObject): ProviderEvent | undefined {
  const { index = null, delta = null } = event
  if (!isPlainObject(delta)) return undefined
  const fields = delta
  const { type } = fields
  if (typeof type !== 'string') return undefined
  if (SILENT_DELTAS.has(type)) return SILENT
  const field = BLOCK_WORDS[type]
  const text = field === undefined ? undefined : fields[field]
  if (field === undefined || typeof text !== 'string') return undefined
  const spoken = text.length
  if (text === '') return { spoken }
  const write = (next: string): JsonObject => ({ ...event, delta: { ...fields, [field]: next } })
  return { spoken, words: { text, name: `${field} ${JSON.stringify(index)}`, write } }
}

function readResponse(event: JsonObject, place: string): ProviderEvent | undefined {
  const { item_id: item = null, output_index: output = null, delta, logprobs = [] } = event
  if (typeof delta !== 'string') return undefined
  const spoken = delta.length
  if (delta === '' || !isEmpty(logprobs)) return { spoken }
  const name = JSON.stringify([item, output, place, event[place] ?? null])
  return { spoken, words: { text: delta, name, write: (text) => ({ ...event, delta: text }) } }
}
