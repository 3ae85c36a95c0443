import { isPlainObject } from '../../shared/json.ts'

/**
 * What a user wrote, of a stored message in any of the three formats: `content` parts of `aui/v0`,
 * `parts` of the AI SDK's. Undefined for other roles and for messages without text.
 */
export function readUserText(content: Readonly<Record<string, unknown>>): string | undefined {
  if (content['role'] !== 'user') return undefined
  const parts = content['content'] ?? content['parts']
  if (typeof parts === 'string') return parts.trim() || undefined
  if (!Array.isArray(parts)) return undefined
  const texts = parts.flatMap((part) => {
    const isText = isPlainObject(part) && part['type'] === 'text'
    return isText && typeof part['text'] === 'string' ? [part['text']] : []
  })
  return texts.join('\n\n').trim() || undefined
}
