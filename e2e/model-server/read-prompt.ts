export interface PromptMessage {
  readonly role: string
  readonly text: string
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** The messages of a request in any of the three dialects, with the text of each. */
export function readMessages(body: unknown): readonly PromptMessage[] {
  if (!isRecord(body)) return []
  const list = Array.isArray(body['messages']) ? body['messages'] : body['input']
  const system =
    typeof body['system'] === 'undefined' ? [] : [{ role: 'system', content: body['system'] }]
  if (!Array.isArray(list)) return []
  return [...system, ...(list as readonly unknown[])].filter(isRecord).map((message) => ({
    role: typeof message['role'] === 'string' ? message['role'] : 'none',
    text: contentText(message['content']),
  }))
}

/** What a page shares stands behind a message, and is no script. */
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
