import { isPlainObject, type JsonObject, type JsonValue } from '../../shared/json.ts'
import {
  change,
  mendUsage,
  quoteName,
  readSaidError,
  toNumber,
  toText,
  type CreateMender,
} from './mend-event.ts'

const NO_TOKENS: JsonObject = { input_tokens: 0, output_tokens: 0 }
const COMPLETED: JsonObject = { type: 'response.completed', response: { usage: NO_TOKENS } }

/** Mends events of OpenAI's Responses API. The package passes over those of later types itself. */
export const createResponsesMender: CreateMender = (onOdd) => {
  let isOver = false

  function mend(event: JsonObject): JsonObject | readonly JsonObject[] {
    const { type, sequence_number: number = 0 } = event
    const said = readSaidError(event)
    if (said) {
      isOver = true
      const { type: kind = 'error', code, message } = said
      const error = { type: kind, message, ...(code === undefined ? {} : { code: String(code) }) }
      return { type: 'error', sequence_number: toNumber(number) ?? 0, error }
    }
    switch (type) {
      case 'response.completed':
      case 'response.incomplete':
        isOver = true
        return change(event, 'response', mendResponse)
      case 'response.failed':
        isOver = true
        return { ...event, sequence_number: toNumber(number) ?? 0 }
      case 'response.created':
      case 'response.in_progress':
        return change(event, 'response', mendHead)
      case 'response.reasoning_text.delta': {
        // Open models give their thoughts themselves; the package reads summaries alone.
        const { content_index: _, ...words } = event
        return { ...words, type: 'response.reasoning_summary_text.delta', summary_index: 0 }
      }
      case 'response.reasoning_text.done':
        return []
      default:
        // An answer of chat completions: the package says that the address speaks another protocol.
        if (typeof type === 'string' || 'choices' in event) return event
        onOdd(`an event of the type ${quoteName(type)}`)
        return []
    }
  }

  function mendResponse(response: JsonValue): JsonValue {
    if (!isPlainObject(response)) return {}
    return change(response, 'usage', (value) => {
      const usage = mendUsage(value)
      if (usage !== value) onOdd('counts of tokens that are no numbers')
      const counts = (usage ?? {}) as JsonObject
      const isCounted = ['input_tokens', 'output_tokens'].every(
        (name) => typeof counts[name] === 'number',
      )
      return isCounted ? counts : { ...NO_TOKENS, ...counts }
    })
  }

  return {
    mend,
    end: (isMarked) => (isMarked && !isOver ? [COMPLETED] : []),
    unfold: (answer) => (answer['object'] === 'response' ? unfold(answer) : undefined),
  }
}

function mendHead(response: JsonValue): JsonValue {
  if (!isPlainObject(response)) return response
  const head = change(response, 'id', toText)
  return change(head, 'created_at', toNumber)
}

/** The events of an answer that did not stream. */
function unfold(response: JsonObject): JsonObject[] | undefined {
  const { output, status } = response
  if (!Array.isArray(output)) return undefined
  const items = (output as readonly JsonValue[]).filter(isPlainObject) as readonly JsonObject[]
  const end = status === 'incomplete' || status === 'failed' ? status : 'completed'
  return [
    { type: 'response.created', response },
    ...items.flatMap((item, output_index) => unfoldItem(item, output_index)),
    { type: `response.${end}`, sequence_number: 0, response },
  ]
}

function unfoldItem(item: JsonObject, output_index: number): JsonObject[] {
  const { id: item_id = `item_${output_index}`, type, content } = item
  const parts = type === 'message' && Array.isArray(content) ? content : []
  const begun = type === 'message' ? { ...item, id: item_id, content: [] } : item
  return [
    { type: 'response.output_item.added', output_index, item: begun },
    ...(parts as readonly JsonValue[]).flatMap((part, content_index): JsonObject[] =>
      isPlainObject(part) && typeof part['text'] === 'string'
        ? [
            {
              type: 'response.output_text.delta',
              item_id,
              output_index,
              content_index,
              delta: part['text'],
            },
          ]
        : [],
    ),
    { type: 'response.output_item.done', output_index, item: { ...item, id: item_id } },
  ]
}
