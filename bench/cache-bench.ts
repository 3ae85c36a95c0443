import { CACHING_PROVIDERS, playTurns } from '../server/testing/play-turns.ts'
import { startCachingModel, type CachingModel } from '../server/testing/start-caching-model.ts'

export interface CacheFigure {
  readonly provider: string
  readonly calls: number
  /** Share of all input tokens that came from the cache, as the stored answers say it. */
  readonly cached: number
  /** The same share if each call repeated all that the call before it was told. */
  readonly floor: number
}

export interface CacheBenchOptions {
  readonly turns: number
  readonly print: (line: string) => void
}

/**
 * Plays a conversation with tools, data of pages and a picture against a server that caches beginnings of
 * prompts as the providers do, and prints the share of cached tokens for each of their APIs.
 */
export async function runCacheBench({
  turns,
  print,
}: CacheBenchOptions): Promise<readonly CacheFigure[]> {
  print(`\nInput tokens from the cache of the provider, over ${turns} turns`)
  const figures: CacheFigure[] = []
  for (const provider of CACHING_PROVIDERS) {
    const server = await startCachingModel()
    const answers = await playTurns(provider, server, turns)
    await server.stop()
    const usages = answers.flatMap(({ metadata }) =>
      (metadata.steps ?? []).flatMap((step) =>
        step.state === 'finished' && step.usage ? [step.usage] : [],
      ),
    )
    const input = sum(usages.map(({ inputTokens = 0 }) => inputTokens))
    const cached = sum(usages.map(({ cachedInputTokens = 0 }) => cachedInputTokens)) / input
    const figure = { provider, calls: usages.length, cached, floor: repeatedShare(server) }
    print(
      `  ${provider.padEnd(18)} ${percent(cached)} of ${input} tokens in ${figure.calls} calls` +
        `  (${percent(figure.floor)} if each call repeated all of the last one)`,
    )
    figures.push(figure)
  }
  return figures
}

function repeatedShare({ calls }: CachingModel): number {
  const inputs = calls.map(({ input }) => input)
  return sum(inputs.slice(0, -1)) / sum(inputs)
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const percent = (share: number) => `${(share * 100).toFixed(0).padStart(3)} %`
