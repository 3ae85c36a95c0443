import { createContext, Fragment, use, type ReactNode } from 'react'
import { markInvisible } from '../../shared/mark-invisible.ts'

/** Draws a reference such as `[1]` by its number; `null` for a number without a source. */
export type DrawCite = (number: number) => ReactNode

/** Default: references are text. */
export const CitesContext = createContext<DrawCite | undefined>(undefined)

const CITE = /\[([1-9]\d{0,2})\]/
const CITES = new RegExp(CITE, 'g')

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
