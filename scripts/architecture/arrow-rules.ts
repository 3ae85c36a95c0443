import {
  isTestingRoom,
  namesRoom,
  roomOf,
  sideOf,
  TEST_IMPORTS,
  TEST_PATTERN,
  TEST_SUPPORT_PATTERN,
} from './file-place.ts'
import type { Room } from './rooms.ts'
import type { SourceFile } from './source-file.ts'
import type { Violation } from './violation.ts'

/** Sides that run in a browser, without Node modules. */
const BROWSER_SIDES = ['shared', 'loader', 'widget']
/** Sides whose tests may import the whole side and the shared test servers. */
const TESTED_SIDES = [...BROWSER_SIDES, 'server', 'site']

/** Rules about a file's imports; type imports count as well. */
export function* findArrowViolations(file: SourceFile): Generator<Violation> {
  const room = roomOf(file.path)
  // Configurations at the top level connect tools; a file outside of all rooms is reported elsewhere.
  if (!room) return
  const isTest =
    [TEST_PATTERN, TEST_SUPPORT_PATTERN].some((pattern) => pattern.test(file.path)) ||
    isTestingRoom(room)

  for (const target of file.files) {
    if (!mayImport(file.path, room, target, isTest)) {
      yield { rule: 'arrow', file: file.path, text: `${room.path} must not import ${target}` }
    }
  }
  if (isTest) return
  for (const target of file.valueFiles) {
    if (roomOf(target)?.isTypesFor?.includes(sideOf(file.path))) {
      yield { rule: 'arrow', file: file.path, text: `may import types alone of ${target}` }
    }
  }
  for (const name of file.packages) {
    if (!mayUse(room, name)) {
      yield { rule: 'package', file: file.path, text: `${room.path} must not use ${name}` }
    } else if (!file.path.endsWith('.tsx') && isMarkup(room, name)) {
      yield { rule: 'package', file: file.path, text: `only a .tsx file may use ${name} here` }
    }
  }
}

function mayImport(from: string, room: Room, target: string, isTest: boolean): boolean {
  const targetRoom = roomOf(target)
  // A file at the top level is data for a tool (such as package.json), so only scripts may import it.
  if (!targetRoom) return ['scripts', 'bench'].includes(sideOf(from)) && !target.startsWith('..')
  if (TEST_PATTERN.test(target)) return false
  if (TEST_SUPPORT_PATTERN.test(target) && !isTest) return false
  if (targetRoom.path === room.path) return true
  // Benches measure with the servers of tests.
  if (isTestingRoom(targetRoom) && !isTest && sideOf(from) !== 'bench') return false
  if (room.imports.some((pattern) => namesRoom(pattern, targetRoom.path))) return true
  if (!isTest || !TESTED_SIDES.includes(sideOf(from))) return false
  const isAllowedFake = TEST_IMPORTS.some(
    (prefix) => `${target}/`.startsWith(`${prefix}/`) || target.startsWith(`${prefix}.`),
  )
  return isAllowedFake || sideOf(target) === sideOf(from) || sideOf(target) === 'shared'
}

function mayUse(room: Room, name: string): boolean {
  const isNode = name.startsWith('node:')
  if (room.packages) return room.packages.some((allowed) => isPackage(name, allowed))
  if (room.without?.includes(name)) return false
  return !isNode || !BROWSER_SIDES.includes(sideOf(`${room.path}/`))
}

const isMarkup = (room: Room, name: string): boolean =>
  room.markupPackages?.some((markup) => isPackage(name, markup)) === true

const isPackage = (name: string, allowed: string): boolean =>
  name === allowed || name.startsWith(`${allowed}/`)

/** The loader and all that it imports run on other people's pages, so they may contain no package. */
export function* findLoaderPackages(files: ReadonlyMap<string, SourceFile>): Generator<Violation> {
  const roots = [...files.keys()].filter(
    (path) => roomOf(path)?.path === 'loader' && !TEST_PATTERN.test(path),
  )
  const seen = new Set(roots)
  const queue = [...roots]
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const file = files.get(path)
    for (const name of file?.packages ?? []) {
      yield {
        rule: 'loader-package',
        file: path,
        text: `is reached by the loader and uses ${name}`,
      }
    }
    for (const next of file?.files ?? []) {
      if (!seen.has(next)) queue.push(next)
      seen.add(next)
    }
  }
}
