import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { formatSizes } from './print-sizes.ts'
import { findFirstFiles, isWithinBudget, measureSizes } from './sizes.ts'

const MANIFEST = {
  'index.html': {
    file: 'assets/main.js',
    isEntry: true,
    imports: ['_react.js'],
    css: ['assets/main.css'],
  },
  '_react.js': { file: 'assets/react.js', imports: ['index.html'] },
  'markdown/render.tsx': {
    file: 'assets/markdown.js',
    isDynamicEntry: true,
    imports: ['_react.js', '_lexer.js'],
    css: ['assets/markdown.css'],
  },
  '_lexer.js': { file: 'assets/lexer.js' },
}

/** A build whose scripts cannot be compressed, so that their sizes are known. */
function createBuild(limitBytes: { loader: number; frame: number }) {
  const root = mkdtempSync(join(tmpdir(), 'alcove-sizes-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const write = (path: string, content: string | Buffer) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  const budget = (bytes: number, files: number) => ({ limitBytes: bytes, limitFiles: files })
  write(
    'budgets.json',
    JSON.stringify({
      loader: budget(limitBytes.loader, 1),
      panel: budget(900, 1),
      extras: budget(700, 1),
      debug: budget(500, 1),
      frame: budget(limitBytes.frame, 4),
      later: budget(1000, 2),
      page: budget(400, 1),
      menu: budget(600, 2),
      viewer: budget(500, 2),
      pinned: budget(1100, 1),
      locale: budget(700, 1),
    }),
  )
  write('dist/loader/alcove.js', randomBytes(1000))
  write('dist/loader/alcove-panel.js', randomBytes(800))
  write('dist/loader/alcove-extras.js', randomBytes(600))
  write('dist/loader/alcove-debug.js', randomBytes(400))
  write('package.json', JSON.stringify({ version: '1.0.0' }))
  write('dist/v/0.9.0/alcove.js', randomBytes(2000))
  write('dist/v/1.0.0/alcove.js', randomBytes(1000))
  write('dist/frame/index.html', '<!doctype html>')
  write('dist/frame/.vite/manifest.json', JSON.stringify(MANIFEST))
  for (const name of [
    'main.js',
    'main.css',
    'react.js',
    'markdown.js',
    'markdown.css',
    'lexer.js',
    'later-1.js',
    'later-2.css',
    'page-1.js',
    'menu-1.js',
    'viewer-1.js',
    'viewer-1.css',
  ]) {
    write(`dist/frame/assets/${name}`, randomBytes(500))
  }
  write('dist/frame/assets/locale-de-1.js', randomBytes(300))
  write('dist/frame/assets/locale-ar-1.js', randomBytes(600))
  return measureSizes(root)
}

test('counts what the entry reaches at once and leaves out what it imports later', () => {
  expect(findFirstFiles(MANIFEST)).toEqual(['assets/main.js', 'assets/main.css', 'assets/react.js'])
})

test('adds the document to the frame and lists later files apart', () => {
  const [, panel, extras, debug, frame, later, page, menu, viewer, pinned] = createBuild({
    loader: 4096,
    frame: 100_000,
  })

  expect(frame?.files.map(({ path }) => path)).toEqual([
    'frame/index.html',
    'frame/assets/main.js',
    'frame/assets/main.css',
    'frame/assets/react.js',
  ])
  expect(frame?.later.map(({ path }) => path).sort()).toEqual([
    'frame/assets/lexer.js',
    'frame/assets/markdown.css',
    'frame/assets/markdown.js',
  ])
  expect(later?.files.map(({ path }) => path).sort()).toEqual([
    'frame/assets/later-1.js',
    'frame/assets/later-2.css',
  ])
  expect(page?.files.map(({ path }) => path)).toEqual(['frame/assets/page-1.js'])
  expect(isWithinBudget(page!)).toBe(false)
  expect(menu?.files.map(({ path }) => path)).toEqual(['frame/assets/menu-1.js'])
  expect(viewer?.files.map(({ path }) => path).sort()).toEqual([
    'frame/assets/viewer-1.css',
    'frame/assets/viewer-1.js',
  ])
  expect(panel?.files.map(({ path }) => path)).toEqual(['loader/alcove-panel.js'])
  expect(extras?.files.map(({ path }) => path)).toEqual(['loader/alcove-extras.js'])
  expect(debug?.files.map(({ path }) => path)).toEqual(['loader/alcove-debug.js'])
  expect(pinned?.files.map(({ path }) => path)).toEqual(['v/1.0.0/alcove.js'])
  expect(frame?.bytes).toBe(frame?.files.reduce((sum, file) => sum + file.bytes, 0))
})

test('weighs the heaviest of the languages, of which a visitor fetches one', () => {
  const locale = createBuild({ loader: 4096, frame: 100_000 }).at(-1)!

  expect(locale.files.map(({ path }) => path)).toEqual(['frame/assets/locale-ar-1.js'])
  expect(locale.later.map(({ path }) => path)).toEqual(['frame/assets/locale-de-1.js'])
  expect(locale.bytes).toBe(locale.files[0]!.bytes)
  expect(isWithinBudget(locale)).toBe(true)
  expect(isWithinBudget({ ...locale, limitBytes: locale.bytes - 1 })).toBe(false)
})

test('keeps a budget that is met exactly and breaks one that is passed by a byte or a file', () => {
  const [loader, , , , frame] = createBuild({ loader: 4096, frame: 100_000 })
  const { bytes } = loader!

  expect(isWithinBudget({ ...loader!, limitBytes: bytes })).toBe(true)
  expect(isWithinBudget({ ...loader!, limitBytes: bytes - 1 })).toBe(false)
  expect(isWithinBudget(frame!)).toBe(true)
  expect(isWithinBudget({ ...frame!, limitFiles: 3 })).toBe(false)
})

test('prints the sum, the limit and each file', () => {
  const lines = formatSizes(createBuild({ loader: 4096, frame: 1000 }))

  expect(lines[0]).toMatch(/^ +1,00\d of 4,096 bytes \(brotli\): loader$/)
  expect(lines[1]).toContain('loader/alcove.js')
  expect(lines[2]).toMatch(/ 80\d of 900 bytes \(brotli\): panel$/)
  expect(lines[4]).toMatch(/ 60\d of 700 bytes \(brotli\): extras$/)
  expect(lines[6]).toMatch(/ 40\d of 500 bytes \(brotli\): debug$/)
  expect(lines[8]).toMatch(/ of 1,000 bytes \(brotli\): frame {2}over its budget$/)
  expect(lines.filter((line) => line.endsWith('(later)'))).toHaveLength(4)
})
