export interface PromptMessage {
  readonly role: string
  readonly text: string
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** The messages of a request in any of the three formats, with the text of each. */
export function readMessages(body: unknown): readonly PromptMessage[] {
  if (!isRecord(body)) return []
  const list = Array.isArray(body['messages']) ? body['messages'] : body['input']
  const system =
    typeof body['system'] === 'undefined' ? [] : [{ role: 'system', content: body['system'] }]
  if (!Array.isArray(list)) return []
  return [...system, ...(list as readonly unknown[])]
    .filter(isRecord)
    .filter((message, index, all) => !isFurtherCall(message, all[index - 1]))
    .map((message) => ({ role: roleOf(message), text: contentText(message['content']) }))
}

const CALL = 'function_call'

/** In OpenAI's Responses API, the calls of an answer are separate from its text. */
const isFurtherCall = (message: Record<string, unknown>, before?: Record<string, unknown>) =>
  message['type'] === CALL && (before?.['type'] === CALL || before?.['role'] === 'assistant')

function roleOf({ role, type }: Record<string, unknown>): string {
  if (type === CALL) return 'assistant'
  return typeof role === 'string' ? role : 'none'
}

/** Shared page data follows a message, and does not belong to its script. */
const PAGE_DATA = /^The page around this chat says/

function contentText(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .filter(isRecord)
    .map((part) => (typeof part['text'] === 'string' ? part['text'] : ''))
    .filter((text) => text !== '' && !PAGE_DATA.test(text))
    .join('\n')
}
