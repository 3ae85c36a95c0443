import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { findVersion } from './write-version.ts'

export interface MeasuredFile {
  readonly path: string
  /** After brotli at quality 11, each file by itself, as it is served. */
  readonly bytes: number
}

export interface MeasuredPart {
  readonly name:
    | 'loader'
    | 'panel'
    | 'extras'
    | 'debug'
    | 'frame'
    | 'later'
    | 'page'
    | 'menu'
    | 'viewer'
    | 'pinned'
    | 'locale'
  /** These count: what a part needs before it is usable, or the frame's second file. */
  readonly files: readonly MeasuredFile[]
  /** Loaded afterwards, on demand; listed, not counted. */
  readonly later: readonly MeasuredFile[]
  readonly bytes: number
  readonly limitBytes: number
  /** How many requests it may take. */
  readonly limitFiles: number
}

/** What we read of vite's manifest: a chunk by its source or name. */
interface ManifestChunk {
  readonly file: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}
type Manifest = Readonly<Record<string, ManifestChunk>>
type Budgets = Readonly<
  Record<MeasuredPart['name'], Pick<MeasuredPart, 'limitBytes' | 'limitFiles'>>
>

/** The loader's files, each fetched at a time of its own. */
const LOADER_FILES = ['alcove.js', 'alcove-panel.js', 'alcove-extras.js', 'alcove-debug.js']

/** What the build names its second file and its styles. */
const LATER_FILE = /\/later-[^/]*$/

/** What the page around hears and says. */
const PAGE_FILE = /\/page-[^/]*$/

/** The header's menu and what it opens, with its styles. */
const MENU_FILE = /\/menu-[^/]*$/

/** What an image that is opened needs, with its styles. */
const VIEWER_FILE = /\/viewer-[^/]*$/

/** And its languages, of which a visitor fetches one. */
const LOCALE_FILE = /\/locale-[^/]*$/

/** Weighs the built loader, the two files of the frame and its heaviest language against `budgets.json`. Throws when there is no build. */
export function measureSizes(root: string): MeasuredPart[] {
  const budgets = readJson(join(root, 'budgets.json')) as Budgets
  const measured = new Map<string, MeasuredFile>()
  const measure = (path: string): MeasuredFile => {
    const file = join(root, 'dist', path)
    // As the build has packed it; it leaves small ones as they are.
    const packed = statSync(`${file}.br`, { throwIfNoEntry: false })
    const bytes = () => packed?.size ?? brotliCompressSync(readFileSync(file)).length
    const known = measured.get(path) ?? { path, bytes: bytes() }
    measured.set(path, known)
    return known
  }
  const createPart = (
    name: MeasuredPart['name'],
    first: readonly string[],
    later: readonly string[],
  ): MeasuredPart => {
    const files = first.map(measure)
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
    return { name, files, later: later.map(measure), bytes, ...budgets[name] }
  }

  const manifest = readJson(join(root, 'dist/frame/.vite/manifest.json')) as Manifest
  const first = ['index.html', ...findFirstFiles(manifest)]
  const loader = readdirSync(join(root, 'dist/loader')).filter((name) => name.endsWith('.js'))
  const allFrame = readdirSync(join(root, 'dist/frame'), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.(js|css)$/.test(path))
  const afterwards = allFrame.filter((path) => !first.includes(path)).map((path) => `frame/${path}`)
  const locales = afterwards
    .filter((path) => LOCALE_FILE.test(path))
    .toSorted((a, b) => measure(b).bytes - measure(a).bytes)
  return [
    createPart(
      'loader',
      ['loader/alcove.js'],
      loader.filter((name) => !LOADER_FILES.includes(name)).map((name) => `loader/${name}`),
    ),
    createPart('panel', ['loader/alcove-panel.js'], []),
    createPart('extras', ['loader/alcove-extras.js'], []),
    createPart('debug', ['loader/alcove-debug.js'], []),
    createPart(
      'frame',
      first.map((path) => `frame/${path}`),
      afterwards.filter(
        (path) =>
          ![LATER_FILE, PAGE_FILE, MENU_FILE, VIEWER_FILE, LOCALE_FILE].some((own) =>
            own.test(path),
          ),
      ),
    ),
    createPart(
      'later',
      afterwards.filter((path) => LATER_FILE.test(path)),
      [],
    ),
    createPart(
      'page',
      afterwards.filter((path) => PAGE_FILE.test(path)),
      [],
    ),
    createPart(
      'menu',
      afterwards.filter((path) => MENU_FILE.test(path)),
      [],
    ),
    createPart(
      'viewer',
      afterwards.filter((path) => VIEWER_FILE.test(path)),
      [],
    ),
    // For pages that stay with this version.
    createPart('pinned', [`v/${findVersion(root)}/alcove.js`], []),
    createPart('locale', locales.slice(0, 1), locales.slice(1)),
  ]
}

/** Scripts and styles that the entries reach without an `import()`, each once. */
export function findFirstFiles(manifest: Manifest): string[] {
  const files = new Set<string>()
  const seen = new Set<string>()
  const visit = (key: string): void => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return
    seen.add(key)
    files.add(chunk.file)
    for (const style of chunk.css ?? []) files.add(style)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const [key, chunk] of Object.entries(manifest)) if (chunk.isEntry) visit(key)
  return [...files]
}

/** Whether the part keeps its budget, in bytes and in files; one that is exactly at its limit does. */
export const isWithinBudget = ({ bytes, limitBytes, files, limitFiles }: MeasuredPart): boolean =>
  bytes <= limitBytes && files.length <= limitFiles

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
