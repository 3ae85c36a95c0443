import type { Lexer, MarkedToken } from 'marked'

/** Addresses by normalised label, as the lexer keeps them. */
export type LinkReferences = Lexer['tokens']['links']

/** No prototype, so that a label such as “constructor” finds nothing. */
export const createLinkReferences = (): LinkReferences => Object.create(null) as LinkReferences

/** Takes over a definition; the first one of a label counts. */
export function addDefinition(links: LinkReferences, token: MarkedToken): void {
  if (token.type === 'def') links[token.tag] ??= { href: token.href, title: token.title }
}

const FULL_REFERENCE = /(?:^|[^\p{L}\p{N}\]\\])\[([^[\]\n]+)\]\[([^[\]\n]*)\]/gu

/**
 * While an answer grows, the definition of `[text][label]` may still come. Until then the label
 * gets an empty address, so that the link shows its text instead of brackets.
 */
export function addPendingReferences(links: LinkReferences, source: string): void {
  if (!source.includes('][')) return
  for (const [, text = '', label = ''] of source.matchAll(FULL_REFERENCE)) {
    links[normalizeLabel(label === '' ? text : label)] ??= { href: '', title: null }
  }
}

// Unicode's case folding, which toLowerCase alone does not reach (ẞ and ss are one label).
const normalizeLabel = (label: string): string =>
  label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase().toLowerCase()
