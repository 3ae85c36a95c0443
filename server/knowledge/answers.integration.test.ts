import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'
import {
  createAnswersWorld,
  DIALECTS,
  sourcesOf,
  textOf,
  type AnswersWorld,
} from './answers-world.test-support.ts'

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
  })
})
