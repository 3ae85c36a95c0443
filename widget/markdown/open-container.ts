import type { MarkedToken, Tokens } from 'marked'

/**
 * A list or table at the end of a growing answer. Its finished items or rows are kept, and only
 * the last one is lexed again: a list of a thousand items costs as little as one of two.
 */
export interface OpenContainer {
  /** Offset of the whole block. */
  readonly start: number
  /** Offset of the part that is lexed again. */
  readonly tailStart: number
  /** What stands before that part when it is lexed: a table's first two lines. */
  readonly prefix: string
  /** The whole block from the token of its last part; `undefined` when they do not fit. */
  join(tail: MarkedToken): MarkedToken | undefined
}

/**
 * Keeps what is finished of `token`, which was lexed from `prefix` of `previous` and the text
 * between `from` and `end`. `undefined` when nothing can be kept.
 */
export function advanceContainer(
  text: string,
  token: MarkedToken,
  place: { start: number; from: number; end: number; previous: OpenContainer | undefined },
): OpenContainer | undefined {
  if (token.type === 'list') return advanceList(text, token, place)
  if (token.type === 'table') return advanceTable(text, token, place)
  return undefined
}

type Place = Parameters<typeof advanceContainer>[2]

const BLANK_LINE_AT_END = /\n[ \t]*\n[ \t]*$/

function advanceList(
  text: string,
  tail: Tokens.List,
  { start, from, end, previous }: Place,
): OpenContainer | undefined {
  let kept = 0
  let tailStart = from
  let itemStart = from
  tail.items.forEach((item, index) => {
    // A first line that is not complete may still turn out to be no item.
    if (isLineComplete(text, itemStart, end)) {
      kept = index
      tailStart = itemStart
    }
    itemStart += item.raw.length
  })
  if (kept === 0) return previous
  const whole = previous?.join(tail) ?? tail
  if (whole.type !== 'list') return undefined
  const items = whole.items.slice(0, whole.items.length - tail.items.length + kept)
  const isLoose = whole.loose || BLANK_LINE_AT_END.test(items.at(-1)?.raw ?? '')
  const marker = markerOf(whole)
  return {
    start,
    tailStart,
    prefix: '',
    join(next) {
      if (next.type !== 'list' || markerOf(next) !== marker) return undefined
      const joined = { ...whole, items: [...items, ...next.items] }
      return { ...joined, loose: isLoose || next.loose }
    },
  }
}

function advanceTable(
  text: string,
  tail: Tokens.Table,
  { start, from, end, previous }: Place,
): OpenContainer | undefined {
  let rowStart = from
  if (previous === undefined) {
    for (let line = 0; line < 2; line += 1) rowStart = text.indexOf('\n', rowStart) + 1
  }
  const prefix = previous?.prefix ?? text.slice(start, rowStart)
  let kept = 0
  while (kept + 1 < tail.rows.length && isLineComplete(text, rowStart, end)) {
    rowStart = text.indexOf('\n', rowStart) + 1
    kept += 1
  }
  if (kept === 0) return previous
  const whole = previous?.join(tail) ?? tail
  if (whole.type !== 'table') return undefined
  const rows = whole.rows.slice(0, whole.rows.length - tail.rows.length + kept)
  return {
    start,
    tailStart: rowStart,
    prefix,
    join: (next) =>
      next.type === 'table' ? { ...whole, rows: [...rows, ...next.rows] } : undefined,
  }
}

function isLineComplete(text: string, start: number, end: number): boolean {
  const newline = text.indexOf('\n', start)
  return newline !== -1 && newline < end
}

/** `-` or `.`, for example: a list goes on only with the same kind of marker. */
const markerOf = (list: Tokens.List): string | undefined =>
  /^[ \t]*(?:\d+)?([*+.)-])/.exec(list.raw)?.[1]
