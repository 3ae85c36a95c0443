import type { ReactNode } from 'react'
import { CitedLink, CitedText, hasCites, readCite } from './cited-text.tsx'
import { FormulaSpan } from './formula.tsx'
import { NoteLink } from './footnotes.tsx'
import { textOf } from './node-text.ts'
import { ImageLink, TextLink } from './links.tsx'
import { markInvisible } from '../../shared/mark-invisible.ts'
import type { Inline as InlineNode } from './nodes.ts'

export interface InlineProps {
  inlines: readonly InlineNode[]
  /** Drawn after the last character. */
  end?: ReactNode
}

/** Inline text as elements. */
export function Inline({ inlines, end }: InlineProps): ReactNode {
  return (
    <>
      {drawAll(inlines, { isInLink: false })}
      {end}
    </>
  )
}

interface Place {
  /** A link inside a link would make two targets of one. */
  isInLink: boolean
}

const drawAll = (inlines: readonly InlineNode[], place: Place): ReactNode =>
  inlines.map((inline, index) => draw(inline, index, place))

function draw(inline: InlineNode, key: number, place: Place): ReactNode {
  switch (inline.type) {
    case 'text':
      return !place.isInLink && hasCites(inline.text) ? (
        <CitedText key={key} text={inline.text} />
      ) : (
        markInvisible(inline.text)
      )
    case 'strong':
      return <strong key={key}>{drawAll(inline.children, place)}</strong>
    case 'em':
      return <em key={key}>{drawAll(inline.children, place)}</em>
    case 'del':
      return <del key={key}>{drawAll(inline.children, place)}</del>
    case 'code':
      return (
        <code key={key} className="md-code-span" dir="ltr" translate="no">
          {markInvisible(inline.text)}
        </code>
      )
    case 'math':
      return <FormulaSpan key={key} formula={inline} />
    case 'break':
      return <br key={key} />
    case 'link': {
      const text = drawAll(inline.children, { isInLink: true })
      if (place.isInLink || inline.address === '') return text
      const name = textOf(inline.children)
      const number = readCite(name)
      const link = (
        <TextLink key={key} address={inline.address} name={name}>
          {text}
        </TextLink>
      )
      if (number === undefined) return link
      return (
        <CitedLink key={key} number={number}>
          {link}
        </CitedLink>
      )
    }
    case 'image':
      return (
        <ImageLink
          key={key}
          address={inline.address}
          description={markInvisible(inline.description)}
          isInLink={place.isInLink}
        />
      )
    case 'html':
      return markInvisible(inline.text)
    case 'note':
      return <NoteLink key={key} note={inline} />
    default:
      return inline satisfies never
  }
}
