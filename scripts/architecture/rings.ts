import { roomOf, TEST_PATTERN, TEST_SUPPORT_PATTERN } from './file-place.ts'
import type { SourceFile } from './source-file.ts'
import type { Violation } from './violation.ts'

/** Sides whose rooms have an order. */
const ORDERED_SIDES = ['shared', 'widget', 'server']

/** Violations for each ring of rooms: rooms that import each other, directly or through others. */
export function findRings(files: ReadonlyMap<string, SourceFile>): Violation[] {
  const arrows = arrowsBetweenRooms(files)
  const reached = new Map([...arrows.keys()].map((room) => [room, reach(arrows, room)]))
  const found: Violation[] = []
  const done = new Set<string>()
  for (const [room, others] of reached) {
    if (done.has(room) || !others.has(room)) continue
    const ring = [...others].filter((other) => reached.get(other)?.has(room))
    for (const member of ring) done.add(member)
    found.push({
      rule: 'ring',
      file: room,
      text: `these rooms import each other: ${ring.toSorted().join(', ')}`,
    })
  }
  return found
}

/** The rooms that each room imports, by the first two folders of a path; without tests and test supports. */
export function arrowsBetweenRooms(
  files: ReadonlyMap<string, SourceFile>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const arrows = new Map<string, Set<string>>()
  for (const file of files.values()) {
    const from = nameOf(file.path)
    if (from === null) continue
    const targets = arrows.get(from) ?? new Set()
    arrows.set(from, targets)
    for (const target of file.files) {
      const to = nameOf(target)
      if (to !== null && to !== from) targets.add(to)
    }
  }
  return arrows
}

function nameOf(path: string): string | null {
  const isTest = TEST_PATTERN.test(path) || TEST_SUPPORT_PATTERN.test(path)
  const [side = '', folder = ''] = roomOf(path)?.path.split('/') ?? []
  // Files at the top of a side connect its rooms.
  if (isTest || folder === '' || !ORDERED_SIDES.includes(side)) return null
  return `${side}/${folder}`
}

function reach(arrows: ReadonlyMap<string, ReadonlySet<string>>, start: string): Set<string> {
  const seen = new Set<string>()
  const queue = [start]
  for (let room = queue.shift(); room !== undefined; room = queue.shift()) {
    for (const next of arrows.get(room) ?? []) {
      if (!seen.has(next)) queue.push(next)
      seen.add(next)
    }
  }
  return seen
}
