import type { MarkedToken, Token, Tokens } from 'marked'
import { use, type ReactNode } from 'react'
import { chunkLines } from './chunk-lines.ts'
import { CodeBox } from './code-box.tsx'
import { HeadingLevelsContext } from './heading-levels.ts'
import { Inline } from './inline.tsx'
import { directionOf } from './inline-text.ts'
import { ListView } from './list-view.tsx'
import { PlainText } from './plain-text.tsx'
import { readLanguage } from './read-fence.ts'
import { TableView } from './table-view.tsx'
import { standardTokens } from './walk-tokens.ts'

export interface BlockTokenProps {
  token: MarkedToken
  /** Drawn after the last character. */
  end?: ReactNode
}

/** A block token as elements, nested blocks included. */
export function BlockToken({ token, end }: BlockTokenProps): ReactNode {
  switch (token.type) {
    case 'paragraph':
    case 'text':
      return (
        <p className="md-p" dir={directionOf(token)}>
          <Inline tokens={token.tokens} end={end} />
        </p>
      )
    case 'heading':
      return <HeadingView token={token} end={end} />
    case 'blockquote':
      return (
        <blockquote className="md-quote" dir={directionOf(token)}>
          {drawBlocks(token.tokens, end)}
        </blockquote>
      )
    case 'list':
      return <ListView token={token} end={end} drawBlocks={drawBlocks} />
    case 'table':
      return <TableView token={token} end={end} />
    case 'code':
      return (
        <CodeBox
          language={readLanguage(token.lang ?? '')}
          chunks={chunkLines(token.text.replace(/\n$/, ''))}
          end={end}
        />
      )
    case 'html':
      return <PlainText chunks={[token.raw.trimEnd()]} end={end} />
    case 'hr':
      return (
        <>
          <hr className="md-hr" />
          {end !== undefined && <p className="md-p">{end}</p>}
        </>
      )
    case 'space':
    case 'def':
    case 'checkbox':
      return null
    default:
      // Inline tokens do not stand alone; shown as their source rather than lost.
      return <PlainText chunks={[token.raw]} end={end} />
  }
}

/** Blocks inside a quote or a list item; the last one carries `end`. */
function drawBlocks(tokens: readonly Token[], end: ReactNode): ReactNode {
  const drawn = standardTokens(tokens).filter(({ type }) => type !== 'space' && type !== 'def')
  if (drawn.length === 0) return end
  return drawn.map((token, index) => (
    <BlockToken key={index} token={token} end={index === drawn.length - 1 ? end : undefined} />
  ))
}

/** Looks as deep as the text says; its place in the page's outline is another matter. */
function HeadingView({ token, end }: { token: Tokens.Heading; end?: ReactNode }): ReactNode {
  const Heading = `h${use(HeadingLevelsContext).levelOf(token)}` as 'h3'
  return (
    <Heading className={`md-h md-h${token.depth}`} dir={directionOf(token)}>
      <Inline tokens={token.tokens} end={end} />
    </Heading>
  )
}
