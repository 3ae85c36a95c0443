import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findOpenings, readComments } from '../architecture/comment-openings.ts'
import { listSources } from '../architecture/list-sources.ts'

/** Words that docs/writing.md asks to use rarely. */
export const MARKERS = [
  'whoever',
  'whatever',
  'nobody',
  'somebody',
  'by now',
  'that one',
  'is no',
  'of its own',
  'what is',
]
const MARKER_PATTERN = new RegExp(String.raw`\b(${MARKERS.join('|')})\b`, 'gi')

export interface CommentFigures {
  readonly count: number
  readonly words: number
  readonly markersOfThousand: number
  /** Share of comments with an opening that delays their subject. */
  readonly openingsPercent: number
}

/** Comments of all sources, tests included. */
export function measureComments(root: string): CommentFigures {
  const sources = listSources(root).map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }))
  const texts = sources.flatMap(({ path, text }) =>
    readComments(path, text).map((each) => each.text),
  )
  const openings = sources.flatMap(({ path, text }) => findOpenings(path, text))
  const words = texts.flatMap((text) => text.split(/\s+/).filter(Boolean)).length
  const markers = texts.flatMap((text) => text.replaceAll(/\s+/g, ' ').match(MARKER_PATTERN) ?? [])
  return {
    count: texts.length,
    words,
    markersOfThousand: round((markers.length / words) * 1_000),
    openingsPercent: round((openings.length / texts.length) * 100),
  }
}

const round = (value: number): number => Math.round(value * 10) / 10
