import type { Inline } from './nodes.ts'

const LOCAL_PART = /[A-Za-z0-9.+_-]/
const MAIL_HOST = /[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)+/y

/** Cuts a text at its mail addresses. */
export function linkMailAddresses(text: string): Inline[] {
  if (!text.includes('@')) return text === '' ? [] : [{ type: 'text', text }]
  const inlines: Inline[] = []
  let done = 0
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    let start = at
    while (start > done && LOCAL_PART.test(text[start - 1] ?? '')) start -= 1
    MAIL_HOST.lastIndex = at + 1
    const host = start === at ? undefined : MAIL_HOST.exec(text)?.[0]
    if (host === undefined || !/[A-Za-z]$/.test(host)) continue
    // Neither a part of an address on the web nor half of a longer name.
    if (text[at + 1 + host.length] === '@' || text[start - 1] === '/') continue
    const raw = text.slice(start, at + 1 + host.length)
    if (start > done) inlines.push({ type: 'text', text: text.slice(done, start) })
    const children = [{ type: 'text', text: raw } as const]
    inlines.push({ type: 'link', address: `mailto:${raw}`, isBare: true, children })
    done = start + raw.length
  }
  if (done < text.length) inlines.push({ type: 'text', text: text.slice(done) })
  return inlines
}
