import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import { readUses } from '../models/search-memory.ts'
import { chats } from '../../shared/wire/published-readers.test-support.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'
import {
  createAnswersWorld,
  DIALECTS,
  sourcesOf,
  textOf,
  type AnswersWorld,
} from './answers-world.test-support.ts'
import { nothingFoundText } from './nothing-found.ts'

const TIME = 'You may return goods within 30 days of their arrival.'
const COSTS = 'Returning goods is free of charge in the European Union.'
const URL = 'https://shop.example/returns'
const SEARCH = 'tool search_knowledge {"query":"return goods"}'
const piece = (text: string, heading: string, anchor: string) => ({
  headings: [heading],
  anchor,
  text,
  hash: text,
})

const names = Object.keys(DIALECTS) as (keyof typeof DIALECTS)[]
describe.each(ENGINES)('answers from the owner’s pages, on %s', (engine) => {
  describe.each(engine === 'sqlite' ? names : names.slice(0, 1))('by %s', (dialect) => {
    let place: StorePlace
    let world: AnswersWorld
    beforeAll(async () => {
      place = await createMigratedPlace(engine, inject('postgresUrl'))
      world = await createAnswersWorld({ place, dialect })
      await world.keep('returns', [piece(TIME, 'Time', 'time'), piece(COSTS, 'Costs', 'costs')], {
        title: 'Returns',
        url: URL,
        date: '2026-03-01',
        language: 'en',
      })
    })
    afterAll(async () => {
      await world?.close()
      await place?.remove()
    })

    test('only a cited passage becomes a source, with a link that opens it', async () => {
      const person = await world.signIn()
      const { stream } = await person.ask(`${SEARCH}; next; say They are free【2】, and [9] more.`)
      const answer = await person.lastRow()

      expect(textOf(answer)).toBe('They are free[2], and [9] more.')
      expect(sourcesOf(answer)).toMatchObject([
        {
          url: expect.stringMatching(/^https:\/\/shop\.example\/returns#(time|costs):~:text=/),
          title: 'Returns',
          providerMetadata: { alcove: { passage: { number: 2, date: '2026-03-01' } } },
        },
      ])
      expect(stream).toContain('"type":"source-url"')
      expect(stream).not.toContain('knowledge-use')
    })

    test('numbers count through the turn, and a passage keeps its own', async () => {
      const person = await world.signIn()
      const free = 'tool search_knowledge {"query":"free of charge"}'
      await person.ask(`${SEARCH}; next; say First[2]. ; ${free}; next; say Again[2][1].`)
      const answer = await person.lastRow()
      const [first, second] = answer.content.flatMap(({ result }) =>
        typeof result === 'string' ? result : [],
      )
      const numbersOf = (text = '') => [...text.matchAll(/id="(\d+)"/g)].map(([, number]) => number)
      expect(new Set(numbersOf(first))).toEqual(new Set(['1', '2']))
      expect(new Set(numbersOf(second)).isSubsetOf(new Set(numbersOf(first)))).toBe(true)
      expect(second).toContain('(as above)')
      expect(sourcesOf(answer)).toHaveLength(2)
    })

    test('what a search gave stays with the run, and readers do not get it', async () => {
      const person = await world.signIn()
      await person.ask(`${SEARCH}; next; say Free[1].`)
      const { id, threadId } = await person.lastRow()
      const { messages } = world.app.store
      const used = readUses((await messages.usedKnowledge(threadId, [id])).get(id))
      expect(used).toMatchObject({
        cited: [1],
        uses: [{ type: 'search', query: 'return goods', found: [{ isAboveFloor: true }, {}] }],
      })
      await person.ask('say No search.')
      const next = await person.lastRow()
      expect(await messages.usedKnowledge(threadId, [next.id])).toEqual(new Map())
    })

    test('an answer that found nothing is marked, and listed for the owner', async () => {
      const person = await world.signIn()
      const nowhere = 'tool search_knowledge {"query":"zebra crossing"}'
      const giveUp = 'tool no_answer {"looked_for":"zebras","language":"fr-FR"}'
      await person.ask(`${nowhere}; next; ${giveUp}; next; say Never.`)
      const answer = await person.lastRow()
      expect(textOf(answer)).toBe(nothingFoundText('fr'))
      expect(answer.metadata.custom).toMatchObject({ unanswered: true })

      const [listed] = await world.app.store.messages.unanswered('default', { limit: 1 })
      expect(listed).toMatchObject({ messageId: answer.id, isUnanswered: true })
      expect(readUses(listed!.data)?.uses).toMatchObject([
        { type: 'search', query: 'zebra crossing' },
        { type: 'no-answer', lookedFor: 'zebras' },
      ])
    })

    test.each(Object.entries(chats))('%s gets the same text, and the source', async (_, read) => {
      const person = await world.signIn()
      const { stream } = await person.ask(`${SEARCH}; next; say They are free【1】, really.`, {
        isOurs: false,
      })
      const { message, errors } = await read(stream)
      expect(errors).toEqual([])
      expect(message.parts).toMatchObject([
        { type: 'step-start' },
        { type: 'tool-search_knowledge', state: 'output-available' },
        { type: 'step-start' },
        { type: 'text', text: 'They are free[1], really.' },
        { type: 'source-url', title: 'Returns', url: expect.stringContaining(URL) as string },
      ])
    })
  })
})
