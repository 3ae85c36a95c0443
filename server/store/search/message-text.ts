import { isPlainObject, type JsonObject } from '../../../shared/json.ts'

const PART_SEPARATOR = '\n\n'

/**
 * What people read of a stored message, for the search: its text parts. Empty for other roles than
 * user and assistant, and for contents that have none.
 */
export function messageText(content: JsonObject): string {
  const { role } = content
  if (role !== 'user' && role !== 'assistant') return ''
  // `content` of our own format, `parts` of the AI SDK's, which the frame shows too.
  const parts = content['content'] ?? content['parts']
  if (typeof parts === 'string') return parts
  if (!Array.isArray(parts)) return ''
  const texts = parts.flatMap((part: unknown) => {
    const isText = isPlainObject(part) && part['type'] === 'text'
    return isText && typeof part['text'] === 'string' ? [part['text']] : []
  })
  return texts.join(PART_SEPARATOR)
}
