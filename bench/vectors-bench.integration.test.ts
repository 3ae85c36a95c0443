/** @module-tag nightly */
import { expect, inject, test } from 'vitest'
import { ENGINES } from '../scripts/store-place.ts'
import { runVectorsBench } from './vectors-bench.ts'

const QUESTIONS = 10
const TIMEOUT_MS = 600_000

test(
  'finds nearly all of the nearest pieces on both engines',
  { timeout: TIMEOUT_MS },
  async () => {
    const lines: string[] = []
    const figures = await runVectorsBench({
      scale: { pieces: 5_000, dimensions: 128 },
      questions: QUESTIONS,
      postgresUrl: inject('postgresUrl'),
      print: (line) => void lines.push(line),
    })
    expect(figures.map(({ engine }) => engine)).toEqual(ENGINES)
    for (const { ms, recall } of figures) {
      expect(ms).toHaveLength(QUESTIONS)
      expect(recall).toBeGreaterThan(0.9)
    }
    expect(lines).toHaveLength(ENGINES.length)
  },
)
