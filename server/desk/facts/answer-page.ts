import type { JsonObject } from '../../../shared/json.ts'
import type { Message } from '../../../shared/thread/message.ts'
import { readMarks } from '../../../shared/thread/message.ts'
import { maskText } from '../../mask/mask-text.ts'

/** Longer addresses are left out: a filter by one would find one conversation. */
export const PAGE_MAX_CHARACTERS = 300

/** Names under which pages share their address. */
const ADDRESS_NAMES = /^(?:page|current)?[ _-]?(?:url|address|href|location|page|link)$/i

/** Origin and masked path of the page that shared its address with a question; null: none did. */
export function pageOf(question: Message | undefined): string | null {
  const context: JsonObject = readMarks(question?.metadata.custom).context ?? {}
  for (const [name, value] of Object.entries(context)) {
    if (!ADDRESS_NAMES.test(name) || typeof value !== 'string' || !URL.canParse(value)) continue
    const { protocol, origin, pathname } = new URL(value)
    const page = maskText(`${origin}${pathname}`)
    if (/^https?:$/.test(protocol) && page.length <= PAGE_MAX_CHARACTERS) return page
  }
  return null
}
