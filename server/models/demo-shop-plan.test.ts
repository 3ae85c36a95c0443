import { expect, test } from 'vitest'
import { demoGuide } from './demo-guide.ts'
import { CANCEL_ORDER, ORDER_STATUS, planShop, PRODUCT_SEARCH } from './demo-shop-plan.ts'

const ALL = new Set([ORDER_STATUS, PRODUCT_SEARCH, CANCEL_ORDER])

const status = (order: string) => ({ toolName: ORDER_STATUS, args: { order } })
const search = (words: string) => ({ toolName: PRODUCT_SEARCH, args: { words } })
const cancel = (order: string) => ({ toolName: CANCEL_ORDER, args: { order } })

test.each([
  ['Where is my order 1042?', [status('1042')]],
  ['Order 1043', [status('1043')]],
  ['When does my parcel with the number #1017 arrive', [status('1017')]],
  ['Find my order 1042', [status('1042')]],
  ['Find a mug', [search('mug')]],
  ['I am looking for something warm.', [search('something warm')]],
  ['Do you sell kettles?', [search('kettles')]],
  ['Find a mug and tell me when order 1042 comes', [search('mug'), status('1042')]],
  [
    'Search for salt and pepper mills, and where is order 1042?',
    [search('salt and pepper mills'), status('1042')],
  ],
  ['Cancel order 1042', [cancel('1042')]],
  ['Please cancel my order 1042!', [cancel('1042')]],
  ['When does order 1042 come? If not today, cancel it.', [status('1042'), cancel('1042')]],
])('understands “%s”', (question, calls) => {
  expect(planShop(question, ALL)).toEqual({ type: 'calls', calls })
})

test.each(['Where is my order?', 'cancel the order'])('asks for the number: %s', (question) => {
  expect(planShop(question, ALL)).toMatchObject({ type: 'ask' })
})

test.each([
  ...demoGuide.map(({ example }) => example),
  'How do I find a key for OpenAI?',
  'Search the guide for Postgres, please',
  'In what order do the scripts load?',
  'Hello!',
  '',
])('leaves “%s” to the guide', (question) => {
  expect(planShop(question, ALL)).toBeUndefined()
})

test('plans only calls of tools that are declared', () => {
  const question = 'Find a mug and tell me when order 1042 comes'

  expect(planShop(question, new Set([ORDER_STATUS]))).toEqual({
    type: 'calls',
    calls: [status('1042')],
  })
  expect(planShop(question, new Set(['other']))).toBeUndefined()
  expect(planShop('Where is my order?', new Set())).toBeUndefined()
})
