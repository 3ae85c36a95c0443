import type { ReactNode } from 'react'
import { findSchemeAddress, findWwwAddress, linkMailAddresses } from './bare-links.ts'
import { TextLink } from './links.tsx'

/** Characters that both kinds of addresses contain. */
const SIGN = /:\/\/|www\./g

/** Text as typed: its addresses become links, and nothing else in it is read as markup. */
export function LinkedText({ text }: { text: string }): ReactNode {
  const pieces: ReactNode[] = []
  let done = 0
  for (const { index } of text.matchAll(SIGN)) {
    if (index < done) continue
    const found = findSchemeAddress(text, index, false) ?? findWwwAddress(text, index, false)
    if (!found || found.start < done) continue
    const shown = text.slice(found.start, found.end)
    const address = text.startsWith('://', index) ? shown : `https://${shown}`
    pieces.push(...drawMail(text.slice(done, found.start)), drawLink(shown, address))
    done = found.end
  }
  pieces.push(...drawMail(text.slice(done)))
  return pieces.map((piece, index) => <Piece key={index}>{piece}</Piece>)
}

const Piece = ({ children }: { children: ReactNode }): ReactNode => children

const drawLink = (shown: string, address: string): ReactNode => (
  <TextLink address={address}>{shown}</TextLink>
)

/** The text between web addresses. */
const drawMail = (text: string): ReactNode[] =>
  linkMailAddresses(text).map((inline) => {
    if (inline.type === 'text') return inline.text
    return inline.type === 'link' ? drawLink(inline.address.slice(7), inline.address) : null
  })
