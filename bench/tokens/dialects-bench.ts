import { DIALECTS } from '../../server/testing/dialects/dialects.ts'
import { percentile } from '../percentile.ts'
import { pathOfDialect } from './dialect-path.ts'
import { measureSource } from './tokens-bench.ts'

/** Cost of a token, beside that of plain OpenAI, that fails the bench. */
export const DIALECT_RATIO_MAX = 1.2

export interface DialectsBenchSettings {
  /** Number of concurrent answers of each server. */
  readonly streams: number
  readonly seconds: number
  /** Measurements of each dialect. */
  readonly runs: number
  /** Selects servers by their names. */
  readonly only: RegExp
  readonly print: (line: string) => void
}

/** Servers with sources in each event: they go through the provider's package. */
const SLOW = new Set(['Perplexity'])

/**
 * Measures the server's processor time of a token in each dialect of chat completions. Beside it, on the same core and
 * at the same time, another server answers in plain OpenAI, because the cost of a token depends on the machine's
 * other work.
 *
 * @returns the dialects that cost more than {@link DIALECT_RATIO_MAX} times as much.
 */
export async function runDialectsBench({
  streams,
  seconds,
  runs,
  only,
  print,
}: DialectsBenchSettings): Promise<readonly string[]> {
  async function measure(place: number): Promise<number> {
    const settings = { seconds, providerPath: pathOfDialect(place) }
    return (await measureSource('openai-compatible', streams, settings)).cpuMicroseconds
  }

  const dear: string[] = []
  print(`\nCPU a token of each dialect, ${streams} answers, ${seconds} s each, median of ${runs}`)
  print('server                       CPU/token   plain OpenAI    ratio')
  for (const [place, { server, protocol }] of DIALECTS.entries()) {
    if (place === PLAIN || protocol !== 'chat' || !only.test(server)) continue
    const costs: { readonly own: number; readonly plain: number }[] = []
    for (let run = 0; run < runs; run += 1) {
      const [own, plain] = await Promise.all([measure(place), measure(PLAIN)])
      costs.push({ own, plain })
    }
    const ratio = median(costs.map(({ own, plain }) => own / plain))
    if (ratio > DIALECT_RATIO_MAX && !SLOW.has(server)) dear.push(server)
    print(
      [
        server.padEnd(28),
        `${median(costs.map(({ own }) => own)).toFixed(0)} µs`.padStart(10),
        `${median(costs.map(({ plain }) => plain)).toFixed(0)} µs`.padStart(15),
        `${ratio.toFixed(2)} ×`.padStart(9),
      ].join(''),
    )
  }
  return dear
}

/** Place of the dialect that the others are compared with. */
const PLAIN = 0

const median = (values: readonly number[]): number => percentile(values, 0.5)
