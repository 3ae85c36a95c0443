import { trimEndOf } from './characters.ts'
import type { CodeRuns, PhraseReader } from './phrase-reader.ts'
import { addSpan, addText } from './spans.ts'

function findRuns(text: string): CodeRuns {
  const runs = []
  const last = new Map<number, number>()
  for (const { index, 0: run } of text.matchAll(/`+/g)) {
    runs.push({ start: index, length: run.length })
    last.set(run.length, index)
  }
  return { runs, last, next: 0 }
}

/** Reads code between equal runs of backticks; while the text grows, the end of it may be missing. */
export function readCode(reader: PhraseReader): void {
  const { text, at, list } = reader
  const codeRuns = (reader.codeRuns ??= findRuns(text))
  let length = 0
  while (text[at + length] === '`') length += 1
  const start = at + length
  if ((codeRuns.last.get(length) ?? -1) >= start) {
    const end = findEnd(codeRuns, start, length)
    addSpan(list, { type: 'code', text: codeOf(text.slice(start, end)) })
    reader.at = end + length
    return
  }
  reader.at = start
  if (!reader.mode.isTail) {
    addText(list, text.slice(at, start))
    return
  }
  // What follows the opening is code; the last backticks may be half its end.
  const code = trimEndOf(text.slice(start), ' \n\t`')
  if (code !== '') addSpan(list, { type: 'code', text: codeOf(code) })
  reader.at = text.length
}

function findEnd(codeRuns: CodeRuns, start: number, length: number): number {
  for (; codeRuns.next < codeRuns.runs.length; codeRuns.next += 1) {
    const run = codeRuns.runs[codeRuns.next]
    if (run !== undefined && run.start >= start && run.length === length) return run.start
  }
  return start
}

function codeOf(source: string): string {
  const text = source.replaceAll('\n', ' ')
  const isPadded = text.startsWith(' ') && text.endsWith(' ') && text.trim() !== ''
  return isPadded ? text.slice(1, -1) : text
}
