import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { sideOf } from './file-place.ts'
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

/**
 * Openings from before the rule, by top-level folder. Lower a number with the comments that you rewrite, and
 * remove the table when it is empty.
 */
export const OLD_OPENINGS: Readonly<Record<string, number>> = {
  bench: 2,
  e2e: 11,
  loader: 157,
  scripts: 26,
  server: 0,
  shared: 0,
  widget: 651,
}

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

export interface OpeningsReport {
  /** Openings of each folder that has more than allowed, one per line: those in changed files, or all of them. */
  readonly problems: readonly string[]
  /** Openings below `root`. */
  readonly count: number
}

/** Compares the openings below `root` with `old` ones, by top-level folder. */
export function checkOpenings(
  root: string,
  old: Readonly<Record<string, number>> = OLD_OPENINGS,
): OpeningsReport {
  const openings = listSources(root).flatMap((path) =>
    findOpenings(path, readFileSync(join(root, path), 'utf8')),
  )
  const folders = [...Map.groupBy(openings, ({ path }) => sideOf(path))]
  const changed = readChangedFiles(root)
  return {
    count: openings.length,
    problems: folders.flatMap(([folder, found]) => {
      const allowed = old[folder] ?? 0
      if (found.length <= allowed) return []
      const recent = found.filter(({ path }) => changed.has(path))
      return [
        `${folder}: ${found.length} comments begin with a word that puts off their thing, ${allowed} of them are old:`,
        ...(recent.length > 0 ? recent : found).map(
          ({ path, line, word }) => `  ${path}:${line}: "${word} …"`,
        ),
      ]
    }),
  }
}

/** Files with uncommitted changes; empty outside of a repository. */
function readChangedFiles(root: string): ReadonlySet<string> {
  const { stdout } = spawnSync('git', ['status', '--porcelain', '--untracked-files=all'], {
    cwd: root,
    encoding: 'utf8',
  })
  return new Set((stdout ?? '').split('\n').map((line) => line.slice(3)))
}
