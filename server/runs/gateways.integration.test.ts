/** @module-tag nightly */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStreamsWorld, type StreamsWorld } from '../testing/create-streams-world.ts'
import { FORMS } from '../testing/dialects/dialect.ts'
import { caseOf } from '../testing/dialects/dialect-cases.ts'
import { BERN, RAN, WHOLE } from '../testing/expected-answers.ts'
import { GATEWAYS } from '../testing/gateways/gateways.ts'
import { installPackages, type InstalledPackages } from '../testing/gateways/install-packages.ts'
import { startProgram, type Program } from '../testing/gateways/start-program.ts'
import {
  findFaults,
  readStreamCases,
  type ExpectedAnswer,
  type Protocol,
  type StreamCase,
} from '../testing/stream-cases.ts'

const { afterTools } = readStreamCases().protocolNotes

const OF_PORTKEY: Readonly<Record<string, ExpectedAnswer>> = {
  // Words before the break are kept back.
  cut: { text: '' },
  // Thoughts come in a field of its own, if at all.
  reasoning: { reasoning: '' },
  // An error becomes a reason, without its words.
  'error in the middle': { log: { kind: 'down', contains: ['overloaded_error'] } },
}

/** Changes of an answer by a gateway, by its name and the form. */
const CHANGED: Readonly<Record<string, Readonly<Record<string, ExpectedAnswer>>>> = {
  'Portkey, OpenAI': { cut: OF_PORTKEY['cut']! },
  // A reason that OpenAI does not have becomes an ordinary end.
  'Portkey, Anthropic, strict': { ...OF_PORTKEY, 'odd end': WHOLE },
  'Portkey, Anthropic, not strict': OF_PORTKEY,
}

describe.each(GATEWAYS.map((gateway) => [gateway.name, gateway] as const))(
  '%s',
  (_name, gateway) => {
    let world: StreamsWorld
    let programs: readonly Program[] = []
    let installed: InstalledPackages
    beforeAll(async () => {
      installed = await installPackages(gateway.packages, gateway.overrides)
      world = await createStreamsWorld(afterTools, {
        async addressOf(upstream) {
          programs = await gateway.start(installed.folder, upstream)
          return programs[0]!.origin
        },
      })
    })
    afterAll(async () => {
      await world.close()
      for (const program of programs) await program.stop()
      await installed.remove()
    })

    test.each(
      FORMS.flatMap((form) => {
        const found = caseOf(gateway.dialect, form)
        return found ? [[form, { ...found, protocol: gateway.protocol }] as const] : []
      }),
    )('an answer comes through: %s', async (form, each) => {
      const expected = { ...each.expected, ...CHANGED[gateway.name]?.[form] }
      expect(findFaults(await world.ask(each), expected)).toEqual([])
      expect(world.errors).toEqual([])
    })
  },
)

const caseOn = (protocol: Protocol, expected: ExpectedAnswer): StreamCase => ({
  id: `${protocol}: a mock server`,
  kind: 'mock servers',
  protocol,
  status: 200,
  headers: {},
  chunks: [],
  expected,
})

interface Mock {
  readonly name: string
  readonly packages: Readonly<Record<string, string>>
  readonly argsFor: (folder: string, port: number) => Promise<readonly string[]>
  readonly cases: readonly StreamCase[]
}

const MOCKS: readonly Mock[] = [
  {
    name: 'aimock',
    packages: { '@copilotkit/aimock': '1.43.0' },
    async argsFor(folder, port) {
      const call = { name: 'weather', arguments: JSON.stringify(BERN.args) }
      const fixtures = [
        { match: { hasToolResult: true }, response: { content: 'It is sunny there.' } },
        { match: { userMessage: 'What is it?' }, response: { toolCalls: [call] } },
      ]
      await writeFile(join(folder, 'answers.json'), JSON.stringify({ fixtures }))
      return [
        'node_modules/@copilotkit/aimock/dist/cli.js',
        `--port=${port}`,
        '--fixtures=answers.json',
      ]
    },
    cases: (['chat', 'responses', 'anthropic'] as const).map((protocol) => caseOn(protocol, RAN)),
  },
  {
    name: 'mock-llm',
    packages: { '@dwmkerr/mock-llm': '0.1.29' },
    // The answer repeats the question.
    argsFor: () => Promise.resolve(['node_modules/@dwmkerr/mock-llm/dist/main.js']),
    cases: [caseOn('chat', { ...WHOLE, text: 'What is it?' })],
  },
]

describe.each(MOCKS.map((mock) => [mock.name, mock] as const))('%s', (_name, mock) => {
  let world: StreamsWorld
  let program: Program
  let installed: InstalledPackages
  beforeAll(async () => {
    installed = await installPackages(mock.packages)
    const { folder } = installed
    program = await startProgram(folder, (port) => mock.argsFor(folder, port))
    world = await createStreamsWorld(afterTools, { addressOf: () => `${program.origin}/v1` })
  })
  afterAll(async () => {
    await world.close()
    await program.stop()
    await installed.remove()
  })

  test.each(mock.cases.map((each) => [each.protocol, each] as const))(
    'an answer is read: %s',
    async (_protocol, each) => {
      expect(findFaults(await world.ask(each), each.expected)).toEqual([])
      expect(world.errors).toEqual([])
    },
  )
})
