import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Dialect } from '../dialects/dialect.ts'
import { openai } from '../dialects/servers/openai.ts'
import { anthropic } from '../dialects/servers/anthropic.ts'
import type { Protocol } from '../stream-cases.ts'
import { startForwarder, startProgram, type Program } from './start-program.ts'

type Versions = Readonly<Record<string, string>>

export interface Gateway {
  readonly name: string
  readonly packages: Versions
  readonly overrides?: Versions
  /** Dialect of the model server behind it. */
  readonly dialect: Dialect
  /** Protocol of the gateway's answers. */
  readonly protocol: Protocol
  /** Starts it before a model server. */
  start(folder: string, upstream: string): Promise<readonly Program[]>
}

/** @param headers choose the provider, as an operator would set them. */
const portkey = (name: string, dialect: Dialect, headers: Versions): Gateway => ({
  name: `Portkey, ${name}`,
  packages: { '@portkey-ai/gateway': '1.15.2' },
  // With the newest of these it fails to change the headers of an answer.
  overrides: { '@hono/node-server': '1.13.8', hono: '4.9.7' },
  dialect,
  protocol: 'chat',
  async start(folder, upstream) {
    const gateway = await startProgram(folder, (port) => [
      'node_modules/@portkey-ai/gateway/build/start-server.js',
      `--port=${port}`,
      '--headless',
    ])
    const forwarder = await startForwarder(`${gateway.origin}/v1`, {
      ...headers,
      'x-portkey-custom-host': upstream,
    })
    return [forwarder, gateway]
  },
})

const claudeCodeRouter: Gateway = {
  name: 'claude-code-router',
  packages: { '@musistudio/claude-code-router': '1.0.73' },
  dialect: openai,
  protocol: 'anthropic',
  async start(folder, upstream) {
    const router = await startProgram(folder, async (port) => {
      const home = join(folder, '.claude-code-router')
      await mkdir(home, { recursive: true })
      const provider = {
        name: 'replay',
        api_base_url: `${upstream}/chat/completions`,
        api_key: 'k',
        models: ['test-model'],
      }
      const settings = {
        HOST: '127.0.0.1',
        PORT: port,
        LOG: false,
        Providers: [provider],
        Router: { default: 'replay,test-model' },
      }
      await writeFile(join(home, 'config.json'), JSON.stringify(settings))
      return ['node_modules/@musistudio/claude-code-router/dist/cli.js', 'start']
    })
    return [{ ...router, origin: `${router.origin}/v1` }]
  },
}

/** Gateways that operators run in front of model servers, each with one of its ways. */
export const GATEWAYS: readonly Gateway[] = [
  portkey('OpenAI', openai, { 'x-portkey-provider': 'openai' }),
  portkey('Anthropic, strict', anthropic, { 'x-portkey-provider': 'anthropic' }),
  portkey('Anthropic, not strict', anthropic, {
    'x-portkey-provider': 'anthropic',
    'x-portkey-strict-open-ai-compliance': 'false',
  }),
  claudeCodeRouter,
]
