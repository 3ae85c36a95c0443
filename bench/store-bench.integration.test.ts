/** @module-tag nightly */
import { expect, inject, test } from 'vitest'
import { ENGINES } from '../scripts/store-place.ts'
import { runStoreBench } from './store-bench.ts'

const SAMPLES = 2
/** 1,000 rows: enough for every page that is measured. */
const TINY = { threads: 300, messages: 700, longThread: 450, samples: SAMPLES }
const TIMEOUT_MS = 600_000

test('measures every page and write on both engines', { timeout: TIMEOUT_MS }, async () => {
  const lines: string[] = []

  const figures = await runStoreBench({
    scale: TINY,
    warmUpSamples: 1,
    postgresUrl: inject('postgresUrl'),
    print: (line) => void lines.push(line),
  })

  for (const engine of ENGINES) {
    const own = figures.filter((figure) => figure.engine === engine)
    expect(own.map(({ name }) => name)).toEqual([
      'thread list, 5 newest',
      'thread list, 5 deep',
      'history, 5 newest',
      'history, 5 in the middle',
      'thread list, first page',
      'thread list, page 100',
      'history, newest page',
      'history, middle page',
      'search, in every message',
      'search, in every title',
      'search, in one message',
      'search, one letter',
      'create a thread',
      'append a message',
    ])
    // Only full pages are measured.
    const measured = own.flatMap(({ few, full }) => (few === undefined ? [full] : [few, full]))
    expect(measured.map((times) => times.filter(isTime).length)).toEqual(Array(21).fill(SAMPLES))
  }
  expect(lines.join('\n')).toMatch(/sqlite: 300 threads .* 700 messages[\s\S]*MiB in full/)
})

const isTime = (ms: number): boolean => ms > 0 && ms < TIMEOUT_MS
