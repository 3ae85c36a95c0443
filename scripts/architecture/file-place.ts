import { ROOMS, type Room } from './rooms.ts'

/** Rooms of fixtures and fakes that several tests share; the product must not import them. */
export const isTestingRoom = (room: Room): boolean => room.path.endsWith('/testing')

/** Rooms that a test may import besides its whole side: a model, a server, their programs, and a translator. */
export const TEST_IMPORTS: readonly string[] = [
  'e2e/model-server',
  'e2e/alcove-server',
  'e2e/object-store',
  'e2e/contract-server',
  'e2e/faults',
  'e2e/fake-translator',
  'e2e/run-operator',
  'scripts',
]

/** The only modules with effects on import. */
export const ENTRIES: readonly string[] = [
  'loader/auto.ts',
  'widget/main.tsx',
  'widget/early/main.ts',
  'desk/main.tsx',
  'server/main.ts',
  'server/cli/main.ts',
]

/** Files whose tool requires a default export. */
export const DEFAULT_EXPORT_PATTERN = /(^|\/)[a-z.-]+\.config(\.example)?\.ts$/

/** Locale files, named by the tag that the frame loads them by. They contain only texts. */
export const LOCALE_PATTERN = /^widget\/i18n\/locales\/[a-zA-Z\d-]+\.ts$/

/** Catalogues and tables, which grow with texts, settings and rooms, so the limit of lines does not apply. */
export const CATALOGUE_PATTERN =
  /^((widget|desk)\/i18n\/[a-z-]+|shared\/error-texts|shared\/thread-texts|server\/settings-schema|scripts\/architecture\/rooms)\.ts$/

/** Fixtures and fakes of one room's tests: they may import the same as tests, and only tests import them. */
export const TEST_SUPPORT_PATTERN = /\.test-support\.tsx?$/

export const TEST_PATTERN = /\.(test|spec)\.tsx?$/

const folderOf = (file: string): string => file.split('/').slice(0, -1).join('/')

/** The innermost room that contains the file; undefined for files at the top level. */
export function roomOf(file: string, rooms: readonly Room[] = ROOMS): Room | undefined {
  let folder = folderOf(file)
  while (folder !== '') {
    const room = rooms.find(({ path }) => path === folder)
    if (room) return room
    folder = folderOf(folder)
  }
  return undefined
}

/** Whether the file is in a listed room, or in a folder of a room with folders. */
export function isInListedFolder(file: string, rooms: readonly Room[] = ROOMS): boolean {
  const folder = folderOf(file)
  if (folder === '') return true
  const room = roomOf(file, rooms)
  return room !== undefined && (room.path === folder || room.hasFolders === true)
}

/** The side of a file, for example `widget` of `widget/world/x.ts`. */
export const sideOf = (file: string): string => file.split('/')[0] ?? ''

/** Whether `pattern` (`a`, or `a/*` for all below it) matches the room. */
export function namesRoom(pattern: string, room: string): boolean {
  if (!pattern.endsWith('/*')) return pattern === room
  const top = pattern.slice(0, -2)
  return room === top || room.startsWith(`${top}/`)
}
