import type { MessagePart } from '../../../../shared/thread/message.ts'

export interface NumberedSource {
  /** From 1, in the order of first mention; the same page has the same number everywhere. */
  readonly number: number
  readonly url: string
  readonly title: string
}

/** Each cited page once. A title that comes with a later mention counts too. */
export function numberSources(parts: readonly MessagePart[]): readonly NumberedSource[] {
  const byUrl = new Map<string, NumberedSource>()
  for (const part of parts) {
    if (part.type !== 'source') continue
    const known = byUrl.get(part.url)
    const title = known?.title || (part.title ?? '').trim()
    byUrl.set(part.url, { number: known?.number ?? byUrl.size + 1, url: part.url, title })
  }
  return [...byUrl.values()]
}
