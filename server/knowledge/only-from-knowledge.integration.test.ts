import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StorePlace } from '../../scripts/store-place.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'
import {
  createAnswersWorld,
  DIALECTS,
  sourcesOf,
  textOf,
  type AnswersWorld,
} from './answers-world.test-support.ts'
import { nothingFoundText } from './nothing-found.ts'

const SEARCH = 'tool search_knowledge {"query":"return goods"}'
const NOWHERE = 'tool search_knowledge {"query":"zebra crossing"}'
const GIVE_UP = 'tool no_answer {"looked_for":"zebras","language":"de"}'

const names = Object.keys(DIALECTS) as (keyof typeof DIALECTS)[]
for (const [index, dialect] of names.entries()) {
  // The first dialect shows the rule; the others show that their packages send the choice.
  const tags = index === 0 ? [] : ['nightly']
  describe(`answers from knowledge alone, by ${dialect}`, { tags }, () => {
    testDialect(dialect)
  })
}

function testDialect(dialect: keyof typeof DIALECTS) {
  let place: StorePlace
  let world: AnswersWorld
  beforeAll(async () => {
    place = await createMigratedPlace('sqlite', '')
    world = await createAnswersWorld({
      place,
      dialect,
      config: { projects: { default: { knowledgeAnswers: { onlyFromKnowledge: true } } } },
    })
    await world.keep('returns', ['You may return goods within 30 days.'], { title: 'Returns' })
  })
  afterAll(async () => {
    await world?.close()
    await place?.remove()
  })

  interface Body {
    readonly tools?: readonly { name?: string; function?: { name: string } }[]
    readonly tool_choice?: unknown
  }
  /** The calls of the model for an answer, since a number of them. */
  const asked = (since: number) =>
    world.model.requests
      .slice(since)
      .map(({ body }) => body as Body)
      .filter(({ tools }) => tools !== undefined)
      .map(({ tools = [], tool_choice: choice }) => ({
        tools: tools.map((tool) => tool.function?.name ?? tool.name),
        choice: JSON.stringify(choice),
      }))

  test('the first step has to search, and the next is free', async () => {
    const since = world.model.requests.length
    const person = await world.signIn()
    await person.ask(`say From memory!; ${SEARCH}; next; say 30 days[1].`)
    const answer = await person.lastRow()

    expect(textOf(answer)).toBe('30 days[1].')
    expect(sourcesOf(answer)).toHaveLength(1)
    const [first, second] = asked(since)
    expect(first!.choice).toContain('search_knowledge')
    expect(second!.choice ?? '"auto"').not.toContain('search_knowledge')
    expect(second!.tools).toEqual(['search_knowledge', 'no_answer'])
    expect(answer.metadata.custom).not.toHaveProperty('unanswered')
  })

  test('a model that does not search is made to, and its words are dropped', async () => {
    const person = await world.signIn()
    world.model.teach('Return goods?', 'say I recall 99 days.; next; say 30 days[1].')
    await person.ask('Return goods?')
    const answer = await person.lastRow()
    expect(answer.content).toMatchObject([
      { type: 'tool-call', toolName: 'search_knowledge' },
      { type: 'text', text: '30 days[1].' },
      { type: 'source' },
    ])
  })

  test('where nothing was found the model can only say so, in the server’s words', async () => {
    const since = world.model.requests.length
    const person = await world.signIn()
    await person.ask(`${NOWHERE}; next; say Zebras are striped.; ${GIVE_UP}`)
    const answer = await person.lastRow()

    expect(asked(since).at(1)).toEqual({
      tools: ['no_answer'],
      choice: expect.stringContaining('no_answer') as string,
    })
    expect(textOf(answer)).toBe(nothingFoundText('de'))
    expect(answer.metadata.custom).toMatchObject({ unanswered: true })
    expect(answer.status).toMatchObject({ type: 'complete', reason: 'stop' })
  })

  test('a model that answers all the same is not heard', async () => {
    const person = await world.signIn()
    await person.ask(`${NOWHERE}; next; say Zebras are striped.`)
    expect(textOf(await person.lastRow())).toBe(nothingFoundText())
  })
}
