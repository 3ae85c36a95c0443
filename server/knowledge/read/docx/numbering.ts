import { cutLetters } from '../clean-text.ts'
import { LABEL_LETTERS_MAX } from '../read-limits.ts'
import { childOf, childrenOf, valueOf, type XmlElement } from './xml.ts'

interface Level {
  readonly start: number
  readonly format: string
  /** Such as `%1.%2`. */
  readonly text: string
}

interface List {
  readonly abstractId: string
  readonly levels: ReadonlyMap<number, Level>
  /** Levels that begin anew with this list. */
  readonly restarts: ReadonlyMap<number, number>
}

/** Gives the next number of a list, as Word prints it; a dash for points. Undefined: no such list. */
export type NextNumber = (listId: string, level: number) => string | undefined

const LEVELS = 9
const LETTERS = 26

export function readNumbering(root: XmlElement | undefined): NextNumber {
  const abstracts = new Map<string, ReadonlyMap<number, Level>>()
  for (const list of childrenOf(root, 'w:abstractNum')) {
    abstracts.set(list.attributes['w:abstractNumId'] ?? '', readLevels(list))
  }
  const lists = new Map<string, List>()
  for (const list of childrenOf(root, 'w:num')) {
    const abstractId = valueOf(list, 'w:abstractNumId') ?? ''
    const restarts = new Map<number, number>()
    for (const override of childrenOf(list, 'w:lvlOverride')) {
      const start = valueOf(override, 'w:startOverride')
      if (start !== undefined) restarts.set(Number(override.attributes['w:ilvl']), Number(start))
    }
    const levels = abstracts.get(abstractId) ?? new Map<number, Level>()
    lists.set(list.attributes['w:numId'] ?? '', { abstractId, levels, restarts })
  }
  const counters = new Map<string, (number | undefined)[]>()
  const begun = new Set<string>()

  return (listId, level) => {
    const list = lists.get(listId)
    const own = list?.levels.get(level)
    if (!list || !own) return undefined
    // Lists of one definition go on counting, also after a paragraph.
    const counts = counters.get(list.abstractId) ?? []
    counters.set(list.abstractId, counts)
    const restart = list.restarts.get(level)
    const isFirst = !begun.has(`${listId} ${level}`)
    begun.add(`${listId} ${level}`)
    if (isFirst && restart !== undefined) counts[level] = restart
    else counts[level] = (counts[level] ?? own.start - 1) + 1
    for (let deeper = level + 1; deeper < LEVELS; deeper += 1) counts[deeper] = undefined
    if (own.format === 'bullet') return '-'
    if (own.format === 'none') return ''
    return own.text.replace(/%(\d)/gu, (_, digit: string) => {
      const index = Number(digit) - 1
      const of = list.levels.get(index)
      return formatNumber(counts[index] ?? of?.start ?? 1, of?.format ?? 'decimal')
    })
  }
}

function readLevels(list: XmlElement): ReadonlyMap<number, Level> {
  return new Map(
    childrenOf(list, 'w:lvl').map((level) => [
      Number(level.attributes['w:ilvl']),
      {
        start: Number(valueOf(level, 'w:start') ?? '1'),
        format: valueOf(level, 'w:numFmt') ?? 'decimal',
        text: cutLetters(childOf(level, 'w:lvlText')?.attributes['w:val'] ?? '', LABEL_LETTERS_MAX),
      },
    ]),
  )
}

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]
const ROMAN_MAX = 4_000

function formatNumber(count: number, format: string): string {
  switch (format) {
    case 'lowerLetter':
      return letterOf(count)
    case 'upperLetter':
      return letterOf(count).toUpperCase()
    case 'lowerRoman':
      return romanOf(count)
    case 'upperRoman':
      return romanOf(count).toUpperCase()
    case 'decimalZero':
      return String(count).padStart(2, '0')
    default:
      return String(count)
  }
}

/** a to z, then aa, bb and so on, as Word counts. */
const letterOf = (count: number): string =>
  count < 1
    ? String(count)
    : String.fromCodePoint(97 + ((count - 1) % LETTERS)).repeat(
        Math.min(Math.ceil(count / LETTERS), LEVELS),
      )

function romanOf(count: number): string {
  if (count < 1 || count >= ROMAN_MAX) return String(count)
  let rest = count
  let text = ''
  for (const [value, sign] of ROMAN) {
    while (rest >= value) {
      text += sign
      rest -= value
    }
  }
  return text
}
