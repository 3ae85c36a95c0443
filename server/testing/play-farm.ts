import { createScriptedModel, sayText } from '../models/testing/scripted-model.ts'
import { createTestApp, type TestAppOptions } from './create-test-app.ts'
import { createVisitorCalls, type Answer, type Person } from './create-visitor-calls.ts'
import { assistantsWith } from './test-assistants.ts'

const MINUTE_MS = 60_000
/** How often the farm uses its names; it makes new ones every minute. */
const STEP_MINUTES = 5
const STEPS_PER_HOUR = 60 / STEP_MINUTES
const MIB = 1_048_576
export const FARM_ADDRESS = '203.0.113.7'
const OTHER_ADDRESSES = 10
const MINTS_PER_MINUTE = 40
const ANSWERS_PER_STEP = 2
const EVENT_CALLS_PER_STEP = 3
const TOLD_BYTES = 1_000_000
const MESSAGE_BYTES = 400_000
const FARM_FILE = new Uint8Array(5 * MIB).fill(120)
const HONEST_FILE = new Uint8Array(MIB).fill(120)
const USAGE = { inputTokens: 1_900, outputTokens: 100 }
/** Providers bill by tokens; about three letters are one. */
const LETTERS_PER_TOKEN = 3

type Kind = 'mint' | 'thread' | 'message' | 'answer' | 'upload' | 'events' | 'report'

export interface FarmReport {
  /** Answered and refused calls of the farm, by kind. */
  readonly farm: Readonly<Record<Kind, { passed: number; refused: number }>>
  /** Every refusal of a named user, or of a visitor from another address: caller, call and answer. */
  readonly refusals: readonly string[]
  /** Answered calls of the others. */
  readonly served: number
  /** Tokens of the model for the farm, in both directions. */
  readonly farmTokens: number
  /** Maximum bytes of all files and messages. */
  readonly peakBytes: number
  /** The log's lines about used-up shares. */
  readonly alarms: readonly string[]
}

export interface FarmOptions {
  readonly hours: number
  /** Number of names that the farm uses at once: each has its own limits, so more names take more. */
  readonly names: number
  /** `ALCOVE_LIMITS`; default: the defaults. */
  readonly limits?: object
  readonly place?: TestAppOptions['place']
}

/**
 * Plays a day of a farm of visitors behind one address, in which ten visitors from other addresses and three
 * named users, one of them behind the farm's address, chat and send files each hour.
 */
export async function playFarm({
  hours,
  names: namesMax,
  limits = {},
  place,
}: FarmOptions): Promise<FarmReport> {
  let farmTokens = 0
  let isFarm = false
  const model = createScriptedModel(({ messages }) => {
    const tokens = isFarm ? Math.ceil(JSON.stringify(messages).length / LETTERS_PER_TOKEN) : 1_900
    if (isFarm) farmTokens += tokens
    return sayText('Hello.', { ...USAGE, inputTokens: tokens })
  })
  const world = await createTestApp({
    env: { ALCOVE_LIMITS: JSON.stringify(limits), ALCOVE_TRUSTED_PROXIES: '1' },
    assistants: assistantsWith(model),
    ...(place && { place }),
  })
  world.clock.ms = Date.parse('2026-11-22T00:00:00.000Z')
  const kinds = ['mint', 'thread', 'message', 'answer', 'upload', 'events', 'report'] as const
  const farm = Object.fromEntries(kinds.map((kind) => [kind, { passed: 0, refused: 0 }])) as Record<
    Kind,
    { passed: number; refused: number }
  >
  const refusals: string[] = []
  let served = 0
  const { createPerson, call, upload, mint, refresh, ask } = createVisitorCalls(world)

  function count(kind: Kind, { isOk }: Answer) {
    farm[kind][isOk ? 'passed' : 'refused'] += 1
    return isOk
  }

  /** Everything that the farm gets from one name in one step. */
  async function exploit(person: Person) {
    isFarm = true
    const last_message_at = new Date(world.clock.ms).toISOString()
    const thread = await call(person, '/threads', { last_message_at })
    if (count('thread', thread)) person.thread = String(thread.json['thread_id'])
    const told = { role: 'user', content: [{ type: 'text', text: 'x'.repeat(30_000) }] }
    const said = { role: 'assistant', content: [{ type: 'text', text: 'x'.repeat(30_000) }] }
    const turns = Math.floor(TOLD_BYTES / 60_000)
    const messages = [...Array.from({ length: turns }, () => [told, said]).flat(), told]
    for (let n = 0; n < ANSWERS_PER_STEP; n++) {
      count('answer', await call(person, '/runs/stream', { assistant_id: 'default', messages }))
    }
    count('upload', await upload(person, FARM_FILE))
    if (person.thread !== '') {
      const text = 'x'.repeat(MESSAGE_BYTES)
      const content = { role: 'assistant', content: [{ type: 'text', text }] }
      const row = { parent_id: null, format: 'aui/v0', content }
      count('message', await call(person, `/threads/${person.thread}/messages`, row))
      const report = { thread_id: person.thread, status: 'completed', note: 'x'.repeat(10_000) }
      count('report', await call(person, '/runs', report))
    }
    const event = { kind: 'message_sent', props: { note: 'x'.repeat(1_000) } }
    for (let n = 0; n < EVENT_CALLS_PER_STEP; n++) {
      count(
        'events',
        await call(person, '/events', { events: Array.from({ length: 50 }, () => event) }),
      )
    }
    isFarm = false
  }

  /** An honest person's hour; refusals are recorded. */
  async function chat(person: Person) {
    const calls = [
      await ask(person),
      await upload(person, HONEST_FILE),
      await call(person, '/events', { events: [{ kind: 'message_sent' }] }),
    ]
    for (const answer of calls) note(person.title, answer)
  }

  function note(title: string, { isOk, status, text }: Answer) {
    if (isOk) served += 1
    else refusals.push(`${title}: ${status} ${text.slice(0, 200)}`)
  }

  /** Signs the named user in, as the host's page does with each visit. */
  async function signIn(person: Person) {
    const scope = { projectId: 'default', workspaceId: person.title, userId: person.title }
    person.authorization = (await world.signIn({ ...scope, kind: 'host' })).authorization
  }

  /** The visitor's session, started with their first message and refreshed later. */
  async function keepVisitor(title: string, address: string) {
    const known = visitors.get(address)
    if (known) {
      note(title, await refresh(known))
      return known
    }
    const minted = await mint(title, address)
    note(title, minted)
    if (!minted.isOk) return undefined
    visitors.set(address, minted.person)
    return minted.person
  }

  async function playHonestHour(hour: number) {
    for (const person of named) {
      await signIn(person)
      await chat(person)
    }
    // A new visitor in each hour.
    await keepVisitor(`newcomer-${hour}`, `192.0.2.${hour + 1}`)
    for (let n = 1; n <= OTHER_ADDRESSES; n++) {
      const visitor = await keepVisitor(`visitor-${n}`, `198.51.100.${n}`)
      if (visitor) await chat(visitor)
    }
  }

  async function playFarmStep(step: number) {
    for (let minute = 0; minute < STEP_MINUTES; minute++) {
      world.clock.ms += MINUTE_MS
      for (let n = 0; n < MINTS_PER_MINUTE; n++) {
        const minted = await mint(`farm-${step}-${minute}-${n}`, FARM_ADDRESS)
        if (!count('mint', minted)) break
        names.unshift(minted.person)
      }
    }
    names.length = Math.min(names.length, namesMax)
    for (const name of names) {
      await refresh(name)
      await exploit(name)
    }
  }

  const names: Person[] = []
  let peakBytes = 0
  const visitors = new Map<string, Person>()
  const named = [FARM_ADDRESS, '198.51.100.201', '198.51.100.202'].map((address, index) =>
    createPerson(`named-${index}`, address),
  )
  try {
    for (let hour = 0; hour < hours; hour++) {
      for (let n = 0; n < STEPS_PER_HOUR; n++) await playFarmStep(hour * STEPS_PER_HOUR + n)
      await playHonestHour(hour)
      const { files, messages } = world.store
      const bytes = (await files.projectBytes('default')) + (await messages.projectBytes('default'))
      peakBytes = Math.max(peakBytes, bytes)
      await world.files.sweep()
    }
    const alarms = world.lines.filter((line) => line.includes('used up their share'))
    return { farm, refusals, served, farmTokens, peakBytes, alarms }
  } finally {
    await world.close()
  }
}
