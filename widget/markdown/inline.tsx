import type { MarkedToken, Token } from 'marked'
import type { ReactNode } from 'react'
import { decodeEntities } from './decode-entities.ts'
import { textOf } from './inline-text.ts'
import { MAX_INLINE_DEPTH } from './limits.ts'
import { ImageLink, TextLink } from './links.tsx'
import { markInvisible } from './mark-invisible.ts'
import { standardTokens } from './walk-tokens.ts'

export interface InlineProps {
  tokens: readonly Token[] | undefined
  /** Drawn after the last character. */
  end?: ReactNode
}

/** Inline tokens as elements. */
export function Inline({ tokens, end }: InlineProps): ReactNode {
  return (
    <>
      {drawAll(tokens, { depth: 0, isInLink: false })}
      {end}
    </>
  )
}

interface Place {
  depth: number
  /** A link inside a link would be two targets in one. */
  isInLink: boolean
}

const LINE_BREAK_TAG = /^<br\s*\/?>$/i

function drawAll(tokens: readonly Token[] | undefined, place: Place): ReactNode {
  const inner = { ...place, depth: place.depth + 1 }
  return standardTokens(tokens).map((token, index) =>
    place.depth >= MAX_INLINE_DEPTH ? token.raw : draw(token, String(index), inner),
  )
}

function draw(token: MarkedToken, key: string, place: Place): ReactNode {
  switch (token.type) {
    case 'text':
      return markInvisible(decodeEntities(token.raw))
    case 'escape':
      return markInvisible(token.text)
    case 'strong':
      return <strong key={key}>{drawAll(token.tokens, place)}</strong>
    case 'em':
      return <em key={key}>{drawAll(token.tokens, place)}</em>
    case 'del':
      return <del key={key}>{drawAll(token.tokens, place)}</del>
    case 'codespan':
      return (
        <code key={key} className="md-code-span" dir="ltr" translate="no">
          {markInvisible(token.text)}
        </code>
      )
    case 'br':
      return <br key={key} />
    case 'link': {
      const address = token.autolink ? token.href : decodeEntities(token.href)
      const text = token.autolink
        ? markInvisible(token.text)
        : drawAll(token.tokens, { ...place, isInLink: true })
      if (place.isInLink) return text
      return (
        <TextLink key={key} address={address} name={textOf(token.tokens)}>
          {text}
        </TextLink>
      )
    }
    case 'image':
      return (
        <ImageLink
          key={key}
          address={decodeEntities(token.href)}
          description={markInvisible(textOf(token.tokens))}
          isInLink={place.isInLink}
        />
      )
    case 'html':
      // Models break lines in table cells with it; all other HTML is text.
      return LINE_BREAK_TAG.test(token.raw) ? <br key={key} /> : markInvisible(token.raw)
    default:
      return markInvisible(token.raw)
  }
}
