import { startAlcove } from '../e2e/alcove-server.ts'
import { startCachingModel } from '../e2e/model-server/start-caching-model.ts'
import { askTurns } from './ask-turns.ts'

const PROVIDERS = ['openai-compatible', 'openai', 'anthropic'] as const

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

const CONFIG = `export default { projects: { default: { assistants: { default: {
  system: ${JSON.stringify('The shop sells tea, and is kind to everybody. '.repeat(100))},
  tools: [{
    name: 'look_up',
    parameters: { type: 'object', properties: { number: { type: 'number' } } },
    execute: ({ number }) => number % 2 ? 'It is on its way. '.repeat(20) : { order: number, sent: true },
  }],
} } } } }`

/**
 * Asks a server, whose model caches beginnings of prompts as the providers do, ten questions of one
 * conversation, and prints the share of cached tokens for each of the providers' APIs.
 */
export async function runCacheBench({
  turns,
  print,
}: CacheBenchOptions): Promise<readonly CacheFigure[]> {
  print(`\nInput tokens from the cache of the provider, over ${turns} turns`)
  const figures: CacheFigure[] = []
  for (const provider of PROVIDERS) {
    const model = await startCachingModel()
    const alcove = await startAlcove({
      config: CONFIG,
      env: {
        ALCOVE_MODEL: `${provider}/scripted`,
        OPENAI_BASE_URL: model.url,
        OPENAI_API_KEY: 'key',
        ANTHROPIC_BASE_URL: model.url,
        ANTHROPIC_API_KEY: 'key',
      },
    })
    const usages = await askTurns(`http://127.0.0.1:${alcove.port}`, turns)
    await alcove.stop()
    await model.stop()
    const inputs = usages.map(({ inputTokens = 0 }) => inputTokens)
    const input = sum(inputs)
    const cached = sum(usages.map(({ cachedInputTokens = 0 }) => cachedInputTokens)) / input
    const floor = sum(inputs.slice(0, -1)) / input
    print(
      `  ${provider.padEnd(18)} ${percent(cached)} of ${input} tokens in ${usages.length} calls` +
        `  (${percent(floor)} if each call repeated all of the last one)`,
    )
    figures.push({ provider, calls: usages.length, cached, floor })
  }
  return figures
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const percent = (share: number) => `${(share * 100).toFixed(0).padStart(3)} %`
