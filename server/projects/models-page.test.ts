import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { LIMIT_DEFAULTS } from '../limits/limit-table.ts'
import { checkAssistant } from '../models/create-assistants.ts'
import { bindHooks } from '../models/hooks.ts'
import { OperatorCallError } from '../models/operator-call-error.ts'
import { HOOK_TIMEOUT_MS } from '../models/operator-call.ts'
import { loadConfig } from './load-config.ts'
import { COMPILER } from '../../scripts/compiler.ts'
import { REPOSITORY_ROOT } from '../../scripts/repository-root.ts'
import { runNode } from '../../scripts/run-command.ts'
import { START_LIMIT_MS } from '../../scripts/test-limits.ts'

const PAGE = readFileSync(join(REPOSITORY_ROOT, 'docs/models.md'), 'utf8')
/** Each whole configuration of the page, by the heading above it. */
const CONFIGS = [
  ...PAGE.matchAll(/^#{2,3} ([^\n]+)\n(?:(?!^#|^```)[^\n]*\n)*```ts\n([^]*?)^```$/gm),
].map(([, title = '', code = '']) => ({ title, code }))

const folder = mkdtempSync(join(tmpdir(), 'alcove-models-'))
afterAll(() => rmSync(folder, { recursive: true }))
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
// The operator's packages.
symlinkSync(join(REPOSITORY_ROOT, 'node_modules'), join(folder, 'node_modules'))
const fileOf = (title: string) => `${title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.ts`
for (const { title, code } of CONFIGS) writeFileSync(join(folder, fileOf(title)), code)

test('the page has a configuration for each provider, and an example of each hook', () => {
  const titles = CONFIGS.map(({ title }) => title)

  expect(titles).toEqual(
    expect.arrayContaining(['Google', 'Azure', 'Ollama', 'Masking', 'Moderation']),
  )
  expect(PAGE.match(/^```ts$/gm)).toHaveLength(titles.length)
})

async function assistantOf(title: string) {
  const configs = await loadConfig({ path: fileOf(title), folder, limits: LIMIT_DEFAULTS })
  return configs.get('default')!.assistants.get('default')!
}

test.each(CONFIGS)('the configuration of $title loads and can answer', async ({ title }) => {
  const assistant = await assistantOf(title)

  expect(() => checkAssistant(assistant, { providers: { OPENAI_API_KEY: 'k' } })).not.toThrow()
})

const CALLER = { projectId: 'default', workspaceId: 'w', userId: 'ada' }
const NEVER = new AbortController().signal
async function hooksOfExample(title: string) {
  const { hooks } = await assistantOf(title)
  return bindHooks(hooks!, CALLER, HOOK_TIMEOUT_MS)
}
const call = (text: string) => ({
  model: 'any',
  step: 1,
  prompt: [
    { role: 'system' as const, content: text },
    {
      role: 'user' as const,
      content: [
        { type: 'text' as const, text },
        {
          type: 'file' as const,
          mediaType: 'image/png',
          data: { type: 'data' as const, data: DIGITS },
        },
      ],
    },
  ],
})
const words = (text: string) => ({ text, reasoning: '', toolCalls: [] })
const DIGITS = '4111111111111111'
const NUMBER = 'My card is 4111 1111 1111 1111, and I am 42.'
const MASKED = 'My card is [card number], and I am 42.'

test('the example of masking masks numbers of cards and nothing else', async () => {
  const { beforeModel, afterModel, onToolResult } = await hooksOfExample('Masking')
  const result = { card: Number(DIGITS), text: NUMBER, count: 42 }

  expect(await beforeModel?.(call(NUMBER), NEVER)).toEqual(call(MASKED).prompt)
  expect(await afterModel?.(words(NUMBER), NEVER)).toEqual(words(MASKED))
  expect(await onToolResult?.({ toolName: 'find', args: {}, result }, NEVER)).toEqual({
    card: 0,
    text: MASKED,
    count: 42,
  })
})

test('the example of moderation refuses what its service flags, and all while it is down', async () => {
  const { beforeModel, afterModel, holds } = await hooksOfExample('Moderation')
  const service = vi.fn<typeof fetch>(async (_url, init) =>
    Response.json({
      results: [{ flagged: typeof init?.body === 'string' && init.body.includes('bad') }],
    }),
  )
  vi.stubGlobal('fetch', service)

  expect(holds).toBe(true)
  expect(await beforeModel?.(call('good'), NEVER)).toEqual(call('good').prompt)
  expect(await afterModel?.(words('good'), NEVER)).toEqual(words('good'))
  await expect(beforeModel?.(call('bad'), NEVER)).rejects.toThrow('I cannot help with that.')
  await expect(afterModel?.(words('bad'), NEVER)).rejects.toThrow('The answer was withheld.')
  service.mockImplementation(async () => new Response(null, { status: 503 }))
  await expect(afterModel?.(words('good'), NEVER)).rejects.toBeInstanceOf(OperatorCallError)
  vi.unstubAllGlobals()
})

test(
  'the configurations compile with the packages of their providers',
  async ({ signal }) => {
    const settings = {
      extends: join(REPOSITORY_ROOT, 'tsconfig.json'),
      compilerOptions: {
        incremental: false,
        tsBuildInfoFile: null,
        types: ['node'],
        typeRoots: [join(REPOSITORY_ROOT, 'node_modules/@types')],
        paths: { 'alcove-server': [join(REPOSITORY_ROOT, 'server/projects/define-config.ts')] },
      },
      include: ['*.ts'],
      exclude: [],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))

    const run = await runNode([COMPILER, '-p', folder], {
      root: REPOSITORY_ROOT,
      signal,
      limitMs: START_LIMIT_MS,
    })

    expect(run.output).toBe('')
    expect(run.code).toBe(0)
  },
  START_LIMIT_MS,
)
