import { inTurns } from '../../steps/in-turns.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { ENGINES } from '../../../scripts/store-place.ts'
import { addSource } from '../../testing/add-source.ts'
import { createDocument } from '../../store/knowledge/knowledge-rows.test-support.ts'
import { withStore } from '../../testing/with-store.ts'
import { createKnowledgeSearch } from './create-search.ts'
import { splitDocument } from './split-document.ts'

const READER = { projectId: 'default', workspaceId: 'w', userId: 'u', isNamed: false }
/** Stands on each page, as small shops write it. */
const SHARED =
  'Baker & Sons is a family bakery in Leeds. We bake bread, cakes and pastries by hand every day, and we deliver in the whole city. Call us, write to us, or visit our shop in Mill Lane for orders, questions and opening hours.'
const PAGES = [
  [
    'Opening hours',
    'Our shop is open from Tuesday to Saturday, 7 am to 3 pm. We are closed on Sunday and Monday.',
  ],
  [
    'Delivery',
    'We deliver orders above £20 for free. Smaller orders cost £3. Orders before noon arrive on the same day.',
  ],
  [
    'Wedding cakes',
    'Order a wedding cake at least six weeks before the day. A tasting costs £15, which the order gives back.',
  ],
  [
    'Allergens',
    'All of our bread contains gluten. The almond croissant contains nuts. Vegan pastries are marked with a leaf.',
  ],
  ['Jobs', 'We look for a baker for the night shift. Send your letter to jobs@bakery.example.'],
  ['About us', 'Anna Baker opened the bakery in 1987. Her sons took it over in 2015.'],
] as const

describe.each(ENGINES)('a small site that repeats a text on each page, on %s', (engine) => {
  const { store, place } = withStore(engine)
  /** Titles of the pages that are of use, the best first. */
  const search = async (question: string) => {
    const found = await createKnowledgeSearch(store.knowledge).search(READER, question, 5)
    return found.filter(({ isAboveFloor }) => isAboveFloor).map(({ title }) => title)
  }
  beforeAll(async () => {
    const source = await addSource(place)
    for (const [title, text] of PAGES) {
      const read = { isHidden: false, links: [], notes: [], title }
      const sections = [{ headings: [title], blocks: [text, SHARED] }]
      const pieces = await inTurns(splitDocument({ ...read, sections }))
      const document = { ...createDocument({ sourceId: source, address: title }), title }
      await store.knowledge.saveDocument({ document, pieces })
    }
  })

  test.each([
    ['When are you open?', 'Opening hours'],
    ['Are you open on Sunday?', 'Opening hours'],
    ['What are your opening hours?', 'Opening hours'],
    ['How much is delivery?', 'Delivery'],
    ['Do you deliver for free?', 'Delivery'],
    ['How early must I order a wedding cake?', 'Wedding cakes'],
    ['Does your bread contain gluten?', 'Allergens'],
    ['Which pastries are vegan?', 'Allergens'],
    ['Do you have a job for a baker?', 'Jobs'],
    ['Who opened the bakery?', 'About us'],
  ])('%s', async (question, title) => {
    expect((await search(question))[0]).toBe(title)
  })

  test.each([
    'Can I bring my dog?',
    'How do I reset my password?',
    'What is the capital of France?',
    'Do you sell coffee machines?',
    'Is there a place to park?',
    'Which films are on tonight?',
  ])('no page answers: %s', async (question) => {
    expect(await search(question)).toEqual([])
  })
})
