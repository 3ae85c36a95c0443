import { expect, test } from 'vitest'
import type { WrittenAnswer } from './written-answer.ts'
import { createWrittenIndex } from './written-index.ts'

const answer = (name: string, questions: readonly string[], text = `${name}.`): WrittenAnswer => ({
  name,
  questions,
  text,
  links: [],
})

const ANSWERS = [
  answer('Returns', [
    'May I send shoes back?',
    'How do I return something?',
    'Kann ich Schuhe zurückgeben?',
  ]),
  answer('Holidays', ['Are you open at Christmas?', 'When is the shop closed for holidays?']),
  answer('Thai', ['ฉันจะคืนสินค้าได้อย่างไร']),
  answer('Chinese', ['我可以退货吗', '如何退款']),
  answer('Japanese', ['返品できますか', '靴を返品したいです']),
  answer('Arabic', ['كيف أعيد المنتجات؟']),
  answer(
    'Repairs',
    ['Do you mend lanterns?'],
    'The workshop mends lanterns with brass screws, and soldering irons.',
  ),
]
const index = createWrittenIndex(ANSWERS)
const likeNames = async (query: string) =>
  (await index.search(query)).filter(({ isLike }) => isLike).map((found) => found.answer.name)

test.each([
  ['May I send shoes back?', 'Returns'],
  ['send back shoes', 'Returns'],
  ['MAY I SEND SHÓES BACK', 'Returns'],
  ['can I return something', 'Returns'],
  ['Schuhe zurückgeben', 'Returns'],
  ['open at christmas', 'Holidays'],
  ['คืนสินค้าได้อย่างไร', 'Thai'],
  ['可以退货吗', 'Chinese'],
  ['如何退款？', 'Chinese'],
  ['返品できますか？', 'Japanese'],
  ['كيف أعيد المنتجات', 'Arabic'],
])('a question like an example finds its answer first: %s', async (query, name) => {
  expect((await likeNames(query))[0]).toBe(name)
})

test.each(['How old is the company?', 'Who painted the tower?', 'zebra', '?!', '天気はどうですか'])(
  'a question about something else is like no example: %s',
  async (query) => {
    expect(await likeNames(query)).toEqual([])
  },
)

test('words of the text find an answer that no example is like', async () => {
  const found = await index.search('brass screws for the workshop with soldering irons')
  expect(found).toMatchObject([{ answer: { name: 'Repairs' }, isLike: false }])
})

test('one word of a long example is no like question', async () => {
  const long = createWrittenIndex([
    answer('Parking', ['Where can guests of the evening concert park their bicycle or car?']),
  ])
  const isLike = async (query: string) => (await long.search(query))[0]?.isLike ?? false
  expect(await isLike('bicycle')).toBe(false)
  expect(await isLike('park bicycle evening concert guests car')).toBe(true)
})

test('a question of many characters is searched by its beginning', async () => {
  const [first] = await index.search(`May I send shoes back? ${' '.repeat(200_000)}zebra`)
  expect(first).toMatchObject({ answer: { name: 'Returns' }, isLike: true })
})
