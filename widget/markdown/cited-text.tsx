import { createContext, Fragment, use, type ReactNode } from 'react'
import { markInvisible } from '../../shared/mark-invisible.ts'

/**
 * Draws a reference such as `[1]` by its number; `null` for a number without a source.
 *
 * @param isLink the answer's text makes a link of the number; `undefined`: the link stays. Default false.
 */
export type DrawCite = (number: number, isLink?: boolean) => ReactNode

/** Default: references are text. */
export const CitesContext = createContext<DrawCite | undefined>(undefined)

const CITE = /\[([1-9]\d{0,2})\]/
const CITES = new RegExp(CITE, 'g')

const CITE_ALONE = /^\[?([1-9]\d{0,2})\]?$/

/** The number, for a text that is nothing but a number; else `undefined`. */
export function readCite(text: string): number | undefined {
  const [, number] = CITE_ALONE.exec(text) ?? []
  return number === undefined ? undefined : Number(number)
}

/** True if a text has references by number. */
export const hasCites = (text: string): boolean => CITE.test(text)

/** Text whose references by number lead to the answer's sources, if it has any. */
export function CitedText({ text }: { text: string }): ReactNode {
  const drawCite = use(CitesContext)
  if (!drawCite) return markInvisible(text)
  const pieces: ReactNode[] = []
  let done = 0
  for (const { 0: mark, 1: number, index } of text.matchAll(CITES)) {
    pieces.push(markInvisible(text.slice(done, index)), drawCite(Number(number)))
    done = index + mark.length
  }
  pieces.push(markInvisible(text.slice(done)))
  return pieces.map((piece, index) => <Fragment key={index}>{piece}</Fragment>)
}

interface CitedLinkProps {
  number: number
  /** The link. */
  children: ReactNode
}

/** A link whose whole text is a number, which may be the number of a source. */
export function CitedLink({ number, children }: CitedLinkProps): ReactNode {
  return use(CitesContext)?.(number, true) ?? children
}
