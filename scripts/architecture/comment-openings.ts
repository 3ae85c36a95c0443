import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { listSources } from './list-sources.ts'

/** A comment that does not begin with its subject. */
export interface Opening {
  readonly path: string
  readonly line: number
  readonly word: string
}

/** Words that delay a comment's subject; docs/writing.md shows better openings. */
const OPENINGS = ['What', 'Whatever', 'Who', 'Whoever', 'Whose', 'That', 'Those', 'It', 'One']
const OPENING_PATTERN = new RegExp(String.raw`^(${OPENINGS.join('|')})\b(?!['’-])`)
const NEXT_LINE = /^[ \t]*\r?\n[ \t]*$/

export interface Comment {
  /** Line of its start. */
  readonly line: number
  readonly text: string
}

/** A file's comments without their delimiters. Consecutive line comments are one comment. */
export function readComments(path: string, text: string): readonly Comment[] {
  const comments: { line: number; text: string }[] = []
  let lastLineEnd = -1
  for (const { type, value, start, end } of parseSync(path, text).comments) {
    const words = value.replaceAll(/^[\s*]+/gm, '').trim()
    const before = comments.at(-1)
    const isContinued =
      type === 'Line' && lastLineEnd >= 0 && NEXT_LINE.test(text.slice(lastLineEnd, start))
    if (isContinued && before) before.text += `\n${words}`
    else comments.push({ line: text.slice(0, start).split('\n').length, text: words })
    lastLineEnd = type === 'Line' ? end : -1
  }
  return comments
}

/** Openings of a file's comments. */
export const findOpenings = (path: string, text: string): readonly Opening[] =>
  readComments(path, text).flatMap((comment) => {
    const word = OPENING_PATTERN.exec(comment.text)?.[1]
    return word ? [{ path, line: comment.line, word }] : []
  })

/** Openings of all comments below `root`, one per line. */
export const checkOpenings = (root: string): readonly string[] =>
  listSources(root).flatMap((path) =>
    findOpenings(path, readFileSync(join(root, path), 'utf8')).map(
      ({ line, word }) =>
        `${path}:${line}: "${word} …" delays the subject; docs/writing.md shows better openings`,
    ),
  )
