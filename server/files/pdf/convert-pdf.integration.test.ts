import { execFile, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterEach, expect, test, vi } from 'vitest'
import type { AlcoveError } from '../../../shared/errors.ts'
import { createPdf } from '../../../scripts/create-pdf.ts'
import {
  createHostilePdfs,
  pdfOfPages,
  pdfOfSize,
  pdfWithContent,
  pdfWithImage,
  pdfWithImageInForm,
} from '../../testing/hostile-pdfs.ts'
import { convertPdf } from './convert-pdf.ts'
import { PDF_PRIORITY, PDF_SLOW_PRIORITY } from './converter-priority.ts'
import { PDF_IMAGE_PIXELS_MAX } from './image-sizes.ts'
import { renderPages } from './render-worker.ts'
import { type PdfBounds, sandboxFlags } from './run-pdf.ts'
import { PDF_CLOCK_RATIO } from './watch-converter.ts'

const MIB = 1_048_576
const BOUNDS = { processorMs: 30_000, memoryBytes: 512 * MIB }
/** On a busy machine converters get less processor time, so a test waits longer than the product. */
const PATIENCE_MS = 2 * PDF_CLOCK_RATIO * BOUNDS.processorMs
vi.setConfig({ testTimeout: 2 * PATIENCE_MS })

afterEach(() => {
  vi.useRealTimers()
})
/** Of a page's image. */
const LONG_SIDE = 1_568
/** For tests in which the size does not matter. */
const SMALL_SIDE = 50

interface Wishes {
  readonly bounds?: PdfBounds
  readonly longSidePixels?: number
}

async function convert(pdf: Uint8Array, wishes: Wishes = {}): Promise<Uint8Array[]> {
  const { bounds = BOUNDS, longSidePixels = LONG_SIDE } = wishes
  const pages: Uint8Array[] = []
  const order = { pdf, maxPages: 50, longSidePixels }
  for await (const page of convertPdf(order, bounds)) pages.push(page)
  return pages
}

/** Running converters, as the system lists them. */
const converters = (parentId: number | undefined = process.pid) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        const parent = / (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '')
        return command.includes('pdf-process.ts') && Number(parent?.[1]) === parentId
      } catch {
        return false
      }
    })

/** Of all threads of a process, without duplicates. */
function priorities(pid = ''): number[] {
  const threads = readdirSync(`/proc/${pid}/task`)
  const niceOf = (thread: string) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8').split(') ')[1]?.split(' ')[16])
  return [...new Set(threads.map(niceOf))]
}

test('makes a picture of each page, in order, upright, its long side 1,568 pixels', async () => {
  const [tall, wide] = [await convert(pdfOfSize(612, 792)), await convert(pdfOfSize(792, 612))]

  expect(await sharp(tall[0]).metadata()).toMatchObject({
    format: 'png',
    width: 1_212,
    height: 1_568,
  })
  expect(await sharp(wide[0]).metadata()).toMatchObject({ width: 1_568, height: 1_212 })
  expect(await convert(createPdf(3))).toHaveLength(3)
})

test('paints what stands on the page, on white', async () => {
  const [page] = await convert(pdfWithContent('1 0 0 rg 0 396 612 396 re f'))

  const pixel = async (top: number) =>
    (await sharp(page).extract({ left: 600, top, width: 1, height: 1 }).raw().toBuffer()).toJSON()
      .data
  expect([await pixel(100), await pixel(1_400)]).toEqual([
    [255, 0, 0],
    [255, 255, 255],
  ])
})

test('converts 50 pages, and not 51', async () => {
  expect(await convert(pdfOfPages(50), { longSidePixels: SMALL_SIDE })).toHaveLength(50)
  await expect(convert(pdfOfPages(51))).rejects.toThrow(
    'Failed to convert PDF: too many pages (51, at most 50)',
  )
})

const HOSTILE = new Map(createHostilePdfs())
const outcomeOf = (name: string, processorMs = BOUNDS.processorMs): Promise<string> =>
  convert(HOSTILE.get(name)!, { bounds: { ...BOUNDS, processorMs } }).then(
    (pages) => `${pages.length} pages`,
    (error: AlcoveError) => `${error.code}: ${error.message}`,
  )

/** Each starts a process, so one of each kind runs here, and the others every night. */
const DAILY = new Set([
  'a hundred thousand pages in a kilobyte',
  'a hundred megabytes in a kilobyte',
  'a billion forms',
  'half of its bytes',
  'deep arrays',
  'a page of an endless size',
])
for (const name of HOSTILE.keys()) {
  test(
    `ends in time with pages or a sentence, and leaves nothing behind: ${name}`,
    { tags: DAILY.has(name) ? [] : ['nightly'] },
    async () => {
      const before = process.memoryUsage().rss
      // Time stands still, so the wall clock ends none of these.
      vi.useFakeTimers({ toFake: ['setTimeout'] })

      const result = await outcomeOf(name, 1_500)

      expect(result).toMatch(/^([1-5]?\d pages|file_rejected: Failed to convert PDF: [\w ,().]+)$/)
      expect(converters()).toEqual([])
      expect(process.memoryUsage().rss - before).toBeLessThan(100 * MIB)
    },
  )
}

test('says what is wrong', async () => {
  expect(await outcomeOf('a password')).toBe(
    'file_rejected: Failed to convert PDF: the file is protected with a password',
  )
  expect(await outcomeOf('html')).toBe(
    'file_rejected: Failed to convert PDF: the file could not be read',
  )
  expect(await outcomeOf('a hundred thousand pages')).toBe(
    'file_rejected: Failed to convert PDF: too many pages (100000, at most 50)',
  )
  expect(await outcomeOf('an image of 60,000 by 60,000')).toBe(
    'file_rejected: Failed to convert PDF: an image in it is too large',
  )
})

test('converts the next file as before', async () => {
  expect(await outcomeOf('noise')).toContain('file_rejected')

  expect(await convert(createPdf(1), { longSidePixels: SMALL_SIDE })).toHaveLength(1)
})

test.each([
  ['declares it', pdfWithImage('/Subtype /Image /Width 10000 /Height 7501')],
  ['is inside of a form', pdfWithImageInForm('/Subtype /Image /Width 60000 /Height 60000')],
  ['writes its keys another way', pdfWithImage('/Subtype /#49mage /#57idth 60000 /Height 60000')],
  ['says it twice', pdfWithImage('/Subtype /Image /Width 9 /Width 60000 /Height 60000')],
  ['lets another object say it', pdfWithImage('/Subtype /Image /Width 6 0 R /Height 60000')],
  ['lets another object say what it is', pdfWithImage('/Subtype 7 0 R /Width 60000 /Height 60000')],
  ['adds a fraction', pdfWithImage('/Subtype /Image /Width 60000.0 /Height 60000')],
])('refuses an image of too many pixels before it renders, which %s', async (_, pdf) => {
  const order = { pdf, maxPages: 50, longSidePixels: SMALL_SIDE }

  // Runs the process's code in this one: nothing of the file is rendered.
  const reports = await Array.fromAsync(renderPages(order))

  expect(reports).toEqual([{ type: 'failure', reason: { name: 'large-image' } }])
})

test('renders an image of as many pixels as are allowed', async () => {
  const pdf = pdfWithImage('/Subtype /Image /Width 10000 /Height 7500')

  expect(PDF_IMAGE_PIXELS_MAX).toBe(10_000 * 7_500)
  expect(await convert(pdf, { longSidePixels: SMALL_SIDE })).toHaveLength(1)
})

const SLOW = HOSTILE.get('a page that takes for ever')!
const BUSY = {
  code: 'unavailable',
  message: 'The server is busy and could not convert this PDF in time; try again in a few minutes.',
  data: { retryAfter: 60 },
}

test('kills a process that works too long or grows too large, though no clock runs', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const long = convert(SLOW, { bounds: { ...BOUNDS, processorMs: 500 } })
  await expect(long).rejects.toThrow(
    'Failed to convert PDF: it took more than 0.5 seconds of the processor',
  )

  const large = convert(createPdf(1), { bounds: { ...BOUNDS, memoryBytes: 60 * MIB } })
  await expect(large).rejects.toThrow('it needs too much memory')
  expect(converters()).toEqual([])
})

test('a file that waits for a core has eight times its limit by the clock, and converts', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const pages = convert(createPdf(2))
  vi.advanceTimersByTime(PDF_CLOCK_RATIO * BOUNDS.processorMs - 1)

  expect(await pages).toHaveLength(2)
})

test('a converter that gets no core ends by the clock, and the caller reads that the server is busy', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const stuck = convert(SLOW).catch((error: unknown) => error)
  const [pid] = converters()
  process.kill(Number(pid), 'SIGSTOP')
  const clockMs = PDF_CLOCK_RATIO * BOUNDS.processorMs
  vi.advanceTimersByTime(clockMs - 1)
  expect(converters()).toEqual([pid])
  vi.advanceTimersByTime(1)

  expect(await stuck).toMatchObject(BUSY)
  expect(converters()).toEqual([])
})

test.runIf(process.platform === 'linux')(
  'a file that worked long leaves the cores to younger ones, with all of its threads',
  async () => {
    const leaving = new AbortController()
    const bounds = { ...BOUNDS, signal: leaving.signal }
    const old = convert(SLOW, { bounds })
    const [first] = converters()
    expect(priorities(first)).toEqual([PDF_PRIORITY])
    await vi.waitFor(() => {
      expect(priorities(first)).toEqual([PDF_SLOW_PRIORITY])
    }, PATIENCE_MS)

    const young = convert(SLOW, { bounds })
    const second = converters().find((pid) => pid !== first)
    expect(priorities(second)).toEqual([PDF_PRIORITY])

    leaving.abort()
    await Promise.allSettled([old, young])
    // This server's own threads keep their priority.
    expect(priorities(String(process.pid))).toContain(0)
  },
)

test('ends with its caller: a reader that stops leaves no process', async () => {
  const order = { pdf: pdfOfPages(50), maxPages: 50, longSidePixels: SMALL_SIDE }
  const pages = convertPdf(order, BOUNDS)
  expect((await pages.next()).value).toBeInstanceOf(Uint8Array)
  expect(converters()).toHaveLength(1)

  await pages.return(undefined)

  expect(converters()).toEqual([])
})

test('ends with the server, however that ended, in the middle of a page', async () => {
  const script = `
    const { convertPdf } = await import(${JSON.stringify(new URL('convert-pdf.ts', import.meta.url))})
    const pdf = Buffer.from('%PDF-1.7\\n1 0 obj\\n<</Type/Catalog/Pages 2 0 R>>\\nendobj\\n' +
      '2 0 obj\\n<</Type/Pages/Kids[3 0 R]/Count 1>>\\nendobj\\n' +
      '3 0 obj\\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R>>\\nendobj\\n' +
      '4 0 obj\\n<</Length 1800000>>\\nstream\\n' + '0 0 612 792 re f\\n'.repeat(105000) +
      'endstream\\nendobj\\ntrailer<</Root 1 0 R>>\\n%%EOF')
    const order = { pdf, maxPages: 50, longSidePixels: 1568 }
    for await (const page of convertPdf(order, ${JSON.stringify(BOUNDS)})) console.log(page.length)
  `
  const server = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
  const [child] = await vi.waitFor(() => {
    const found = converters(server.pid)
    expect(found).toHaveLength(1)
    return found
  }, PATIENCE_MS)

  server.kill('SIGKILL')

  await vi.waitFor(() => expect(existsSync(`/proc/${child}`)).toBe(false), PATIENCE_MS)
})

test('lets the process not call anybody, open a socket, start anything, write, or read elsewhere', async () => {
  const deeds = [
    "await fetch('http://127.0.0.1:18099')",
    "await new Promise((_, f) => require('net').connect(9).on('error', f))",
    "require('child_process').execSync('true')",
    "require('fs').writeFileSync('/tmp/x', '')",
    "require('fs').readFileSync('/etc/hostname')",
  ]
  const tries = deeds.map(
    (deed) => `try { ${deed}; say('done') } catch (e) { say((e.cause ?? e).code) }`,
  )
  const script = `const say = (what) => console.log(what);\n(async () => { ${tries.join('\n')} })()`
  const run = async (flags: readonly string[]) =>
    (await promisify(execFile)(process.execPath, [...flags, '-e', script])).stdout
      .trim()
      .split('\n')

  expect(await run(sandboxFlags(BOUNDS.memoryBytes))).toEqual(deeds.map(() => 'ERR_ACCESS_DENIED'))
  // The positive control: without the flags each deed succeeds.
  const free = await run([])
  expect(free).toHaveLength(deeds.length)
  expect(free).not.toContain('ERR_ACCESS_DENIED')
})
