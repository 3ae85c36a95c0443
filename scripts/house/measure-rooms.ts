import { parseSync, Visitor } from 'oxc-parser'
import { roomOf } from '../architecture/file-place.ts'
import { listSources } from '../architecture/list-sources.ts'
import { readSourceFile, type SourceFile } from '../architecture/source-file.ts'

/** Longer functions are listed. */
export const FUNCTION_LINES_MAX = 80

export interface RoomSize {
  readonly room: string
  readonly files: number
  readonly lines: number
}

export interface LongFunction {
  readonly file: string
  readonly name: string
  readonly lines: number
}

/** The product without its tests. */
export interface House {
  readonly rooms: readonly RoomSize[]
  /** Sets of rooms that import each other, directly or through others. */
  readonly rings: readonly (readonly string[])[]
  readonly longFunctions: readonly LongFunction[]
}

const PRODUCT = /^(loader|npm|shared|server|widget)\//
const TEST = /\.(test|spec|test-support)\.tsx?$|\/testing\//

export function measureHouse(root: string): House {
  const sources = listSources(root)
    .filter((path) => PRODUCT.test(path) && !TEST.test(path))
    .map((path) => readSourceFile(root, path))
  const byRoom = Map.groupBy(sources, ({ path }) => roomNameOf(path))
  return {
    rooms: [...byRoom].map(([room, files]) => ({
      room,
      files: files.length,
      lines: files.reduce((sum, { lineCount }) => sum + lineCount, 0),
    })),
    rings: findRings(sources),
    longFunctions: sources
      .flatMap(findLongFunctions)
      .toSorted((one, other) => other.lines - one.lines),
  }
}

const roomNameOf = (path: string): string => roomOf(path)?.path ?? ''

/**
 * The outer room, for example `widget/composer` of `widget/composer/atoms`; undefined for files at the top of
 * a side, which connect rooms.
 */
const outerRoomOf = (path: string): string | undefined =>
  /^[^/]+\/[^/]+/.exec(roomNameOf(path))?.[0]

function findRings(sources: readonly SourceFile[]): readonly (readonly string[])[] {
  const imports = new Map<string, Set<string>>()
  for (const { path, files } of sources) {
    const room = outerRoomOf(path)
    if (room === undefined) continue
    const targets = imports.get(room) ?? new Set()
    imports.set(room, targets)
    for (const target of files.map(outerRoomOf)) if (target !== undefined) targets.add(target)
  }
  const reachable = new Map([...imports.keys()].map((room) => [room, reach(room)]))
  const reaches = (from: string, to: string) => reachable.get(from)?.has(to) === true
  const rings: string[][] = []
  for (const room of imports.keys()) {
    if (rings.some((ring) => ring.includes(room))) continue
    const ring = [...imports.keys()].filter((each) => reaches(room, each) && reaches(each, room))
    if (ring.length > 1) rings.push(ring)
  }
  return rings

  /** Rooms that `start` imports, directly or through others. */
  function reach(start: string): ReadonlySet<string> {
    const seen = new Set<string>()
    const queue = [start]
    for (let room = queue.pop(); room !== undefined; room = queue.pop()) {
      for (const next of imports.get(room) ?? []) {
        if (!seen.has(next)) queue.push(next)
        seen.add(next)
      }
    }
    return seen
  }
}

interface Span {
  readonly start: number
  readonly end: number
}

function findLongFunctions({ path, text }: SourceFile): readonly LongFunction[] {
  const functions: LongFunction[] = []
  const add = ({ start, end }: Span, name: string) => {
    const lines = text.slice(start, end).split('\n').length
    if (lines > FUNCTION_LINES_MAX) functions.push({ file: path, name, lines })
  }
  new Visitor({
    FunctionDeclaration: (node) => add(node, node.id?.name ?? 'default'),
    FunctionExpression: (node) => add(node, node.id?.name ?? 'function'),
    ArrowFunctionExpression: (node) => add(node, 'arrow'),
  }).visit(parseSync(path, text).program)
  return functions
}
